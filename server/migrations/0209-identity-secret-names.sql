alter table identity_verification rename column former to previous_secret;
alter table identity_verification rename column former_until to previous_secret_expires_at;
alter table identity_verification rename column made_at to secret_created_at;
