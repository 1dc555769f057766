-- Files that are sent along with a canned reply.
alter table canned_reply
  add column attachments jsonb not null default '[]',
  -- of the attachments, which are not removed while the reply is there
  add column file_ids uuid[] not null default '{}';
create index canned_reply_files on canned_reply using gin (file_ids);

-- What the team's replies hold belongs to nobody of the team: everybody may send it.
alter table file drop constraint file_owner_check;
alter table file add constraint file_owner_check check (owner in ('member', 'contact', 'workspace'));
-- when a reply held it last; it is kept for a day, since that can be undone
alter table file add column released_at timestamptz;
