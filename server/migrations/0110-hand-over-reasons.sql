-- Two reasons that only sample data ever had.
update conversation set hand_over_reason = 'error' where hand_over_reason in ('rule', 'cap');
update message set details = details || '{"reason": "error"}'
  where kind = 'hand_over' and details->>'reason' in ('rule', 'cap');
