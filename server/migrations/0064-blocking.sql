-- Whom the team has blocked: since when, until when (null: for ever), why, and who did it.
alter table contact
  add column blocked_at timestamptz,
  add column blocked_until timestamptz,
  add column blocked_why text not null default '',
  add column blocked_by text;
