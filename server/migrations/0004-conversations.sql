create table conversation (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null,
  number integer not null,
  contact_id uuid not null,
  subject text not null,
  status text not null default 'open' check (status in ('open', 'waiting', 'snoozed', 'resolved', 'spam')),
  handler text not null default 'assistant' check (handler in ('scenario', 'assistant', 'team')),
  assignee_id uuid,
  locale text not null,
  -- counts every message; assigned by `update … returning` in the message's own transaction
  last_seq integer not null default 0,
  -- last two of them that the visitor may see: each entry names its predecessor per audience
  last_visitor_seq integer not null default 0,
  prev_visitor_seq integer not null default 0,
  visitor_seen_seq integer not null default 0,
  team_seen_seq integer not null default 0,
  last_message_at timestamptz not null default now(),
  last_message_preview text not null default '',
  visitor_preview text not null default '',
  waiting_since timestamptz,
  hand_over_at timestamptz,
  hand_over_reason text,
  snoozed_until timestamptz,
  resolved_at timestamptz,
  page_url text,
  is_test boolean not null default false,
  -- answers in a row that were not sure: the second hands over
  low_confidence_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (integration_id, id),
  -- the id is the visitor's to choose and names a realtime channel, so no two workspaces may hold the same
  unique (id),
  unique (integration_id, number),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
-- the inbox: newest first, paged by (last_message_at, id)
create index conversation_inbox on conversation (integration_id, last_message_at desc, id desc);
create index conversation_contact on conversation (integration_id, contact_id, last_message_at desc);
create index conversation_snoozed on conversation (snoozed_until) where status = 'snoozed';

create table message (
  integration_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  id uuid not null,
  -- `seq` of the entry before it that the visitor may see; meaningless when this one is not visible
  visitor_prev integer not null,
  is_visible boolean not null,
  author text not null check (author in ('contact', 'member', 'assistant', 'scenario', 'system')),
  -- user, contact, or the nil uuid for the rest, so that the sender's id is unique per author
  author_id uuid not null,
  author_name text,
  kind text not null check (kind in ('text', 'answer', 'note', 'event', 'hand_over', 'ai_notice')),
  body text not null,
  citations jsonb not null default '[]',
  details jsonb not null default '{}',
  sent_at timestamptz not null default now(),
  primary key (integration_id, conversation_id, seq),
  foreign key (integration_id, conversation_id) references conversation on delete cascade
);
-- a repeated send finds the first one
create unique index message_sender on message (integration_id, conversation_id, author_id, id);

-- How far each member has read.
create table conversation_read (
  integration_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  seq integer not null,
  primary key (integration_id, conversation_id, user_id),
  foreign key (integration_id, conversation_id) references conversation on delete cascade
);
