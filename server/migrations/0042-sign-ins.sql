-- What a person sees of their own sign-ins: a name for each that is not its secret, and where it was last used.
alter table session
  add column id uuid not null default gen_random_uuid() unique,
  add column device text,
  add column network text not null default '';
