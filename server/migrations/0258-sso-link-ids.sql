-- Identifies a link to its owner without the provider's subject.
alter table sso_identity add column id uuid not null default gen_random_uuid();
