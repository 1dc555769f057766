-- When the person last signed in or confirmed who they are; sensitive calls need it to be recent.
alter table session add column confirmed_at timestamptz not null default now();
update session set confirmed_at = created_at;
alter table session alter column confirmed_at drop default;
