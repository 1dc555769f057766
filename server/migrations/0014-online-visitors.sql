-- Who has a page with the chat open now. Nothing here outlives a visit, so nothing is written ahead for a crash:
-- after one the table is empty, and whoever is still there connects again.
create unlogged table online_visitor (
  integration_id uuid not null,
  contact_id uuid not null,
  here_since timestamptz not null,
  page_url text,
  page_title text,
  page_since timestamptz,
  primary key (integration_id, contact_id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
-- a contact's id names a realtime channel, by which alone a connection is known
create unique index contact_id on contact (id);
