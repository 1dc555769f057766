-- Counters of the rate limits that several nodes share without Redis, in the layout of rate-limiter-flexible. After
-- a crash they start again, so nothing is written ahead.
create unlogged table rate_limit (
  -- the limit's name and a hash
  key text primary key,
  points integer not null default 0,
  -- milliseconds since 1970
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);
