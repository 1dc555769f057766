-- A change of a plan takes several requests to Stripe, so changes of one workspace wait for each other until this time.
alter table subscription add column changing_until timestamptz;
