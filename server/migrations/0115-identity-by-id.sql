-- Tokens name people by the customer's id; nothing looks them up by a signed address any more.
drop index contact_verified_email;
