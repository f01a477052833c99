-- The search index: derived from the main database and R2, so it can be thrown away and made again.

-- What can be found, one row for each source. Shared rows have no owner.
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  owner TEXT,
  podcast_id TEXT,
  episode_id TEXT,
  published_at INTEGER,
  version TEXT NOT NULL,
  UNIQUE (kind, source_id)
);
--> statement-breakpoint
CREATE INDEX documents_owner ON documents (owner) WHERE owner IS NOT NULL;
--> statement-breakpoint
CREATE INDEX documents_episode ON documents (episode_id) WHERE episode_id IS NOT NULL;
--> statement-breakpoint
-- A document's sentences, some eighty words a row. The id is the document's, times 65,536, and the
-- passage's place in it: no index has to say which passages a document has.
CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  sentences TEXT NOT NULL
);
--> statement-breakpoint
-- Their words. `scope` says who may read a passage and what kind it is; it only narrows the search,
-- the row in documents decides.
CREATE VIRTUAL TABLE shared_index USING fts5 (
  scope, speaker, text,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE private_index USING fts5 (
  scope, speaker, text,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- Words of shared passages, for beginnings of words and for misspelt ones. Never a private word.
CREATE TABLE words (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
);
--> statement-breakpoint
CREATE VIRTUAL TABLE word_parts USING fts5 (
  word, content = '', contentless_delete = 1, tokenize = 'trigram'
);
--> statement-breakpoint
-- A word's edges count as letters, or its ends would count less than its middle.
CREATE TRIGGER words_added AFTER INSERT ON words BEGIN
  INSERT INTO word_parts (rowid, word) VALUES (new.id, '^' || new.word || '$');
END;
--> statement-breakpoint
CREATE TRIGGER words_deleted AFTER DELETE ON words BEGIN
  DELETE FROM word_parts WHERE rowid = old.id;
END;
--> statement-breakpoint
-- A run over all sources: how far it is.
CREATE TABLE sweeps (
  mode TEXT PRIMARY KEY,
  phase TEXT NOT NULL,
  after_id TEXT NOT NULL,
  looked_at INTEGER NOT NULL,
  written INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  moved_at INTEGER NOT NULL,
  finished_at INTEGER
);
