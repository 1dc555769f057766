-- How a member of a workspace wants to be told; no row until something was changed.
create table notification_choices (
  integration_id uuid not null,
  user_id uuid not null,
  -- what differs from what everybody begins with
  choices jsonb not null,
  version integer not null default 1,
  primary key (integration_id, user_id),
  foreign key (integration_id, user_id) references member on delete cascade
);

create table notice (
  integration_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('unassigned', 'assigned', 'mentioned', 'replied', 'overdue')),
  count integer not null default 1,
  seq integer not null,
  number integer not null,
  who text,
  preview text not null,
  at timestamptz not null,
  read_at timestamptz,
  -- when a mail tells of it, unless it is read before; null: none is going to
  mail_due_at timestamptz,
  version integer not null default 1,
  primary key (integration_id, id),
  foreign key (integration_id, user_id) references member on delete cascade,
  foreign key (integration_id, conversation_id) references conversation on delete cascade
);
create index notice_list on notice (integration_id, user_id, at desc, id desc);
-- what happens again is counted in the one that is not read yet
create unique index notice_unread on notice (integration_id, conversation_id, user_id, kind) where read_at is null;
create index notice_mail on notice (mail_due_at) where mail_due_at is not null;
create index notice_at on notice (at);
