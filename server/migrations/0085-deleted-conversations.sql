-- Conversations that somebody has deleted: whatever their customer writes into one begins another.
create table deleted_conversation (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null,
  primary key (integration_id, id)
);
