-- A result's id was a SHA-256 in hex. It becomes the UUID that is made of the same hash, as `uuidFrom` makes it.
UPDATE `quiz_results` SET `id` = substr(`id`, 1, 8) || '-' || substr(`id`, 9, 4) || '-8' || substr(`id`, 14, 3) || '-'
  || substr('89ab', ((instr('0123456789abcdef', substr(`id`, 17, 1)) - 1) & 3) + 1, 1) || substr(`id`, 18, 3)
  || '-' || substr(`id`, 21, 12)
WHERE length(`id`) = 64;
