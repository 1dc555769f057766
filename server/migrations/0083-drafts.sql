-- What members have begun to write. An empty one is kept for a while, so that what was written before it and comes
-- later does not bring it back.
create table draft (
  integration_id uuid not null,
  conversation_id uuid not null,
  author_id uuid not null,
  author_name text not null,
  mode text not null check (mode in ('text', 'note')),
  text text not null,
  changed_at timestamptz not null,
  -- who has it now, and what it said: to be given back
  taken_by_id uuid,
  taken_by_name text,
  taken_text text,
  primary key (integration_id, conversation_id, author_id, mode),
  foreign key (integration_id, conversation_id) references conversation on update cascade on delete cascade,
  foreign key (integration_id, author_id) references member on delete cascade
);
create index draft_own on draft (integration_id, author_id, changed_at);
create index draft_empty on draft (integration_id, changed_at) where text = '';
