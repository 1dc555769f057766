-- What somebody has agreed to: by opening the chat, by what the host page has said, and when their browser forgot them.
create table contact_consent (
  integration_id uuid not null,
  contact_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('opened', 'page', 'ended')),
  at timestamptz not null,
  -- what they were shown, as the host page says
  text text not null default '',
  url text,
  -- the visitor, where it came to the contact by a merge
  origin_id uuid,
  primary key (integration_id, contact_id, id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
