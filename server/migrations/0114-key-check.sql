-- Encrypted with the keys of this installation: a start with other keys stops, instead of losing what they encrypted.
create table key_check (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);
