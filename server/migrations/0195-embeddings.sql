-- Empty: passages are found by their words only.
alter table language_model add column embedding_model text not null default '';

-- Which model the vectors of a workspace are from, and why the rest is missing.
create table embedding_index (
  integration_id uuid primary key references integration on delete cascade,
  -- with its endpoint: vectors of different models can't be compared
  model text not null,
  -- of language_model when the last request failed; a change of the settings is tried at once
  settings_version integer not null default 0,
  -- null until there are vectors
  dimension integer,
  failure text,
  failures integer not null default 0,
  -- no request before that
  retry_at timestamptz,
  version integer not null default 1
);

create table passage_vector (
  integration_id uuid not null,
  passage_id integer not null,
  -- of the passage, so that finding the nearest vectors reads no wide rows
  source_id uuid not null,
  is_hidden boolean not null,
  -- the signs of `vector`, which choose the candidates
  signs bit varying not null,
  -- of length 1
  vector real[] not null,
  primary key (integration_id, passage_id),
  foreign key (integration_id, passage_id) references passage on delete cascade
);
-- random numbers don't compress
alter table passage_vector alter column vector set storage external;
