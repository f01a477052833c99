-- ß and ss, ı and i have the same capitals. Where two names become the same, this one keeps its old
-- key, by which it is still found.
UPDATE OR IGNORE users SET username_key = replace(replace(username_key, 'ß', 'ss'), 'ı', 'i')
WHERE username_key LIKE '%ß%' OR username_key LIKE '%ı%';
