-- Files that go with the reply of a macro.
alter table macro
  add column attachments jsonb not null default '[]',
  -- of the attachments, which are not removed while the macro is there
  add column file_ids uuid[] not null default '{}';
create index macro_files on macro using gin (file_ids);
-- what was put where a reply is written
alter table macro_run add column attachments jsonb not null default '[]';
