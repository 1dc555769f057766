-- Erasures that were begun. A row goes with the contact, so that of a person who was erased nothing stays here.
create table contact_erasure (
  integration_id uuid not null,
  contact_id uuid not null,
  -- entries: messages, files, and the contact last
  done integer not null default 0,
  total integer not null,
  -- words of theirs that are still to be forgotten by the search, unless others have used them
  words text[] not null default '{}',
  primary key (integration_id, contact_id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create index file_contact on file (integration_id, owner_id) where owner = 'contact';
