-- What VIES answered about the VAT ID. Without a check, or for an earlier number, all three are null.
alter table billing_details add column vat_check_id uuid;
alter table billing_details add column vat_result text check (vat_result in ('pending', 'valid', 'invalid', 'unavailable'));
alter table billing_details add column vat_checked_at timestamptz;
