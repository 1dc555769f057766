// Generated from the contract by tools/generate-api-client.ts.

export const operations = {
  listConversations: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation',
    is_upload: false,
  },
  countConversations: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation-counts',
    is_upload: false,
  },
  searchConversations: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation-search',
    is_upload: false,
  },
  getConversation: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation/:conversation_id',
    is_upload: false,
  },
  listMessages: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation/:conversation_id/message',
    is_upload: false,
  },
  listMessageVersions: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id/version',
    is_upload: false,
  },
  getScenarioRun: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation/:conversation_id/scenario-run',
    is_upload: false,
  },
  startConversation: {
    method: 'POST',
    path: '/api/integration/:integration_id/contact/:contact_id/conversation',
    is_upload: false,
  },
  sendMessage: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/message',
    is_upload: false,
  },
  editMessage: {
    method: 'PUT',
    path: '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id',
    is_upload: false,
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id',
    is_upload: false,
  },
  restoreMessage: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id/restore',
    is_upload: false,
  },
  uploadFile: { method: 'POST', path: '/api/integration/:integration_id/file', is_upload: true },
  handBack: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/hand-back',
    is_upload: false,
  },
  setStatus: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/status',
    is_upload: false,
  },
  assignConversation: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/assign',
    is_upload: false,
  },
  assignTeam: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/assign-team',
    is_upload: false,
  },
  setTags: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/tags',
    is_upload: false,
  },
  setPriority: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/priority',
    is_upload: false,
  },
  setConversationFields: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/fields',
    is_upload: false,
  },
  setTyping: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/typing',
    is_upload: false,
  },
  mergeConversation: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/merge',
    is_upload: false,
  },
  undoMerge: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation-merge/:merge_id/undo',
    is_upload: false,
  },
  splitConversation: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/split',
    is_upload: false,
  },
  startScenarioRun: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/scenario-run',
    is_upload: false,
  },
  resumeScenarioRun: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/scenario-run/resume',
    is_upload: false,
  },
  endScenarioRun: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation/:conversation_id/scenario-run/end',
    is_upload: false,
  },
  listContacts: { method: 'GET', path: '/api/integration/:integration_id/contact', is_upload: false },
  countContacts: { method: 'GET', path: '/api/integration/:integration_id/contact-counts', is_upload: false },
  getContact: {
    method: 'GET',
    path: '/api/integration/:integration_id/contact/:contact_id',
    is_upload: false,
  },
  listContactTimeline: {
    method: 'GET',
    path: '/api/integration/:integration_id/contact/:contact_id/timeline',
    is_upload: false,
  },
  listOnlineVisitors: {
    method: 'GET',
    path: '/api/integration/:integration_id/online-visitors',
    is_upload: false,
  },
  createContact: { method: 'POST', path: '/api/integration/:integration_id/contact', is_upload: false },
  updateContact: {
    method: 'PUT',
    path: '/api/integration/:integration_id/contact/:contact_id',
    is_upload: false,
  },
  mergeContact: {
    method: 'POST',
    path: '/api/integration/:integration_id/contact/:contact_id/merge',
    is_upload: false,
  },
  undoContactMerge: {
    method: 'POST',
    path: '/api/integration/:integration_id/contact-merge/:merge_id/undo',
    is_upload: false,
  },
  blockContact: {
    method: 'POST',
    path: '/api/integration/:integration_id/contact/:contact_id/block',
    is_upload: false,
  },
  unblockContact: {
    method: 'DELETE',
    path: '/api/integration/:integration_id/contact/:contact_id/block',
    is_upload: false,
  },
  createContactNote: {
    method: 'POST',
    path: '/api/integration/:integration_id/contact/:contact_id/note',
    is_upload: false,
  },
  updateContactNote: {
    method: 'PUT',
    path: '/api/integration/:integration_id/contact/:contact_id/note/:note_id',
    is_upload: false,
  },
  deleteContactNote: {
    method: 'DELETE',
    path: '/api/integration/:integration_id/contact/:contact_id/note/:note_id',
    is_upload: false,
  },
  restoreContactNote: {
    method: 'POST',
    path: '/api/integration/:integration_id/contact/:contact_id/note/:note_id/restore',
    is_upload: false,
  },
  listDataSources: { method: 'GET', path: '/api/integration/:integration_id/data-source', is_upload: false },
  getDataSource: {
    method: 'GET',
    path: '/api/integration/:integration_id/data-source/:source_id',
    is_upload: false,
  },
  listDataSourceItems: {
    method: 'GET',
    path: '/api/integration/:integration_id/data-source/:source_id/item',
    is_upload: false,
  },
  getDataSourceItem: {
    method: 'GET',
    path: '/api/integration/:integration_id/data-source/:source_id/item/:item_id',
    is_upload: false,
  },
  listUnansweredQuestions: {
    method: 'GET',
    path: '/api/integration/:integration_id/unanswered-question',
    is_upload: false,
  },
  createWebsiteSource: {
    method: 'POST',
    path: '/api/integration/:integration_id/data-source/website',
    is_upload: false,
  },
  createTextSource: {
    method: 'POST',
    path: '/api/integration/:integration_id/data-source/text',
    is_upload: false,
  },
  createQuestionSource: {
    method: 'POST',
    path: '/api/integration/:integration_id/data-source/question',
    is_upload: false,
  },
  uploadFileSource: {
    method: 'POST',
    path: '/api/integration/:integration_id/data-source/file',
    is_upload: true,
  },
  updateDataSource: {
    method: 'PUT',
    path: '/api/integration/:integration_id/data-source/:source_id',
    is_upload: false,
  },
  syncDataSource: {
    method: 'POST',
    path: '/api/integration/:integration_id/data-source/:source_id/sync',
    is_upload: false,
  },
  stopDataSource: {
    method: 'POST',
    path: '/api/integration/:integration_id/data-source/:source_id/stop',
    is_upload: false,
  },
  deleteDataSource: {
    method: 'DELETE',
    path: '/api/integration/:integration_id/data-source/:source_id',
    is_upload: false,
  },
  updateDataSourceItem: {
    method: 'PUT',
    path: '/api/integration/:integration_id/data-source/:source_id/item/:item_id',
    is_upload: false,
  },
  dismissQuestion: {
    method: 'PUT',
    path: '/api/integration/:integration_id/unanswered-question/:question_id/dismissed',
    is_upload: false,
  },
  listUsers: { method: 'GET', path: '/api/integration/users', is_upload: false },
  listTeams: { method: 'GET', path: '/api/integration/:integration_id/team', is_upload: false },
  listTags: { method: 'GET', path: '/api/integration/:integration_id/tag', is_upload: false },
  countTags: { method: 'GET', path: '/api/integration/:integration_id/tag-counts', is_upload: false },
  listContactFields: {
    method: 'GET',
    path: '/api/integration/:integration_id/contact-field',
    is_upload: false,
  },
  listConversationFields: {
    method: 'GET',
    path: '/api/integration/:integration_id/conversation-field',
    is_upload: false,
  },
  listCannedReplies: {
    method: 'GET',
    path: '/api/integration/:integration_id/canned-reply',
    is_upload: false,
  },
  listMacros: { method: 'GET', path: '/api/integration/:integration_id/macro', is_upload: false },
  listScenarios: { method: 'GET', path: '/api/integration/:integration_id/scenario', is_upload: false },
  getHours: { method: 'GET', path: '/api/integration/:integration_id/hours', is_upload: false },
  getTargets: { method: 'GET', path: '/api/integration/:integration_id/targets', is_upload: false },
  createTag: { method: 'POST', path: '/api/integration/:integration_id/tag', is_upload: false },
  updateTag: { method: 'PUT', path: '/api/integration/:integration_id/tag/:tag_id', is_upload: false },
  deleteTag: { method: 'DELETE', path: '/api/integration/:integration_id/tag/:tag_id', is_upload: false },
  restoreTag: {
    method: 'POST',
    path: '/api/integration/:integration_id/tag/:tag_id/restore',
    is_upload: false,
  },
  mergeTag: { method: 'POST', path: '/api/integration/:integration_id/tag/:tag_id/merge', is_upload: false },
  createContactField: {
    method: 'POST',
    path: '/api/integration/:integration_id/contact-field',
    is_upload: false,
  },
  updateContactField: {
    method: 'PUT',
    path: '/api/integration/:integration_id/contact-field/:field_id',
    is_upload: false,
  },
  deleteContactField: {
    method: 'DELETE',
    path: '/api/integration/:integration_id/contact-field/:field_id',
    is_upload: false,
  },
  createConversationField: {
    method: 'POST',
    path: '/api/integration/:integration_id/conversation-field',
    is_upload: false,
  },
  updateConversationField: {
    method: 'PUT',
    path: '/api/integration/:integration_id/conversation-field/:field_id',
    is_upload: false,
  },
  deleteConversationField: {
    method: 'DELETE',
    path: '/api/integration/:integration_id/conversation-field/:field_id',
    is_upload: false,
  },
  getReport: { method: 'GET', path: '/api/integration/:integration_id/report', is_upload: false },
  listMemberStats: { method: 'GET', path: '/api/integration/:integration_id/member-stats', is_upload: false },
  listReportConversations: {
    method: 'GET',
    path: '/api/integration/:integration_id/report/conversations',
    is_upload: false,
  },
} as const
export type OperationName = keyof typeof operations
export type Scope =
  | 'conversations:read'
  | 'conversations:write'
  | 'contacts:read'
  | 'contacts:write'
  | 'knowledge:read'
  | 'knowledge:write'
  | 'workspace:read'
  | 'workspace:write'
  | 'reports:read'
export type ErrorCode =
  | 'invalid_input'
  | 'no_team'
  | 'unauthenticated'
  | 'plan_limit'
  | 'api_key_invalid'
  | 'csrf_invalid'
  | 'email_unverified'
  | 'forbidden'
  | 'scope_missing'
  | 'blocked'
  | 'domain_not_allowed'
  | 'two_factor_required'
  | 'single_sign_on_required'
  | 'password_required'
  | 'workspace_closed'
  | 'confirm_identity'
  | 'not_found'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'host_not_allowed'
  | 'unsupported_type'
  | 'rate_limited'
  | 'server_error'
  | 'unavailable'
  | 'storage_full'

/** The input and output of each call. */
export interface Operations {
  /** Lists the conversations of a view, filtered and sorted. Pass `next` as `cursor` to get the following page. */
  listConversations: {
    input: {
      status?: string
      handler?: string
      /** Only resolved conversations have a value, so without a status filter only those are found. */
      resolved_by?: string
      /** Member ids; `me` is the caller, `none` is unassigned. */
      assignee?: string
      locale?: string
      priority?: string
      /** Conversations with a note that mentions the caller. */
      mentioned?: string
      /** Conversations assigned to any of these teams; `none` is no team. */
      team?: string
      /** Conversations with any of these tags. */
      tag?: string
      /** Conversations whose customer has been waiting for the team for at least this many minutes. */
      waiting_min?: number
      /** Conversations whose reply is overdue. */
      overdue?: string
      /** First and last day of creation, in the caller's time zone. */
      created_from?: string
      created_to?: string
      /** First and last day of the newest message, in the caller's time zone. */
      active_from?: string
      active_to?: string
      /** Conversations of this contact. */
      contact_id?: string
      /** Conditions on custom fields, separated by `;`: `{id}.contains.kettle;{id}.greater.5`. */
      fields?: string
      view?:
        | 'all'
        | 'mine'
        | 'unassigned'
        | 'mentioned'
        | 'overdue'
        | 'automated'
        | 'waiting'
        | 'snoozed'
        | 'resolved'
        | 'spam'
      time_zone?: string
      /** The `next` value of the previous page. */
      cursor?: string
      limit?: number
    }
    output: {
      items: {
        id: string
        integration_id: string
        /** 1, 2, … within the workspace. */
        number: number
        contact: {
          id: string
          name: string | null
          email: string | null
          kind: 'visitor' | 'lead' | 'user'
          /** Null until the contact's first visit: imports don't set it. */
          locale: 'en' | 'sk' | null
          /** Null if they have never visited the site. */
          last_seen_at: string | null
        }
        subject: string
        status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
        handler: 'scenario' | 'assistant' | 'team'
        assignee_id: string | null
        /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
        team_id: string | null
        priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
        /** In the order in which they were added. Ids of deleted tags are ignored. */
        tag_ids: string[]
        fields: Record<string, string | number | boolean>
        /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
        field_sources: Record<
          string,
          {
            id: string
            name: string
          }
        >
        /** Members mentioned in notes. */
        mentioned_ids: string[]
        locale: 'en' | 'sk'
        /** Highest `seq` of the conversation's messages, as the team sees them. */
        last_seq: number
        last_message_at: string
        last_message_preview: string
        /** Whether the last message is a note, which only the team sees. */
        last_message_is_note: boolean
        /** The author of the last message; null if there are no messages. */
        last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
        /** Null unless the author is a member. */
        last_message_author_id: string | null
        /** When the customer started waiting for the team; null if they aren't waiting. */
        waiting_since: string | null
        /** When a reply is due; null if none is due or the SLA clock is paused. */
        due_at: string | null
        /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
        follows_id: string | null
        /** The conversation that now contains its messages; null if it wasn't merged. */
        merged_into_id: string | null
        merged_into_number: number | null
        hand_over_at: string | null
        hand_over_reason:
          | 'asked_for_human'
          | 'nothing_found'
          | 'low_confidence_twice'
          | 'anger'
          | 'loop'
          | 'rule'
          | 'error'
          | 'plan_limit'
          | null
        snoozed_until: string | null
        /** `seq` of the entry that ended its last snooze. */
        unsnoozed_seq: number | null
        resolved_at: string | null
        /** Null if it isn't resolved. */
        resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
        /** When a member first replied to the customer. */
        first_reply_at: string | null
        /** How often it was reopened after being resolved. */
        reopen_count: number
        rating: {
          score: number
          comment: string | null
          rated_at: string
        } | null
        /** Number of scheduled replies. */
        scheduled_count: number
        /** The page from which the customer first wrote. */
        page_url: string | null
        /** Created on the preview page. */
        is_test: boolean
        /** `seq` of the last message that the customer has seen. */
        visitor_seen_seq: number
        /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
        visitor_delivered_seq: number
        created_at: string
        /** Incremented on every change, so older events never overwrite newer data. */
        version: number
        seen_seq: number
        /** Absent if no scenario replies. */
        active_scenario?: {
          id: string
          scenario_name: string
          step_number: number | null
          step_title: string
          started_at: string
          version: number
        }
      }[]
      next: string | null
    }
  }
  /** Counts the conversations of each view that match a filter. */
  countConversations: {
    input: {
      status?: string
      handler?: string
      /** Only resolved conversations have a value, so without a status filter only those are found. */
      resolved_by?: string
      /** Member ids; `me` is the caller, `none` is unassigned. */
      assignee?: string
      locale?: string
      priority?: string
      /** Conversations with a note that mentions the caller. */
      mentioned?: string
      /** Conversations assigned to any of these teams; `none` is no team. */
      team?: string
      /** Conversations with any of these tags. */
      tag?: string
      /** Conversations whose customer has been waiting for the team for at least this many minutes. */
      waiting_min?: number
      /** Conversations whose reply is overdue. */
      overdue?: string
      /** First and last day of creation, in the caller's time zone. */
      created_from?: string
      created_to?: string
      /** First and last day of the newest message, in the caller's time zone. */
      active_from?: string
      active_to?: string
      /** Conversations of this contact. */
      contact_id?: string
      /** Conditions on custom fields, separated by `;`: `{id}.contains.kettle;{id}.greater.5`. */
      fields?: string
      time_zone?: string
    }
    output: Record<string, number>
  }
  /** Searches all views for conversations that contain all the words in a message or note, in the subject, or in the customer's name or address. A number also finds the conversation with that number. Conversations with the words as typed come first, then those with other endings; each the newest first. Case and diacritics are ignored; a word without matches is replaced by similar words with one typo corrected. */
  searchConversations: {
    input: {
      search: string
      /** The `next` value of the previous page. */
      cursor?: string
      limit?: number
    }
    output: {
      items: {
        conversation: {
          id: string
          integration_id: string
          /** 1, 2, … within the workspace. */
          number: number
          contact: {
            id: string
            name: string | null
            email: string | null
            kind: 'visitor' | 'lead' | 'user'
            /** Null until the contact's first visit: imports don't set it. */
            locale: 'en' | 'sk' | null
            /** Null if they have never visited the site. */
            last_seen_at: string | null
          }
          subject: string
          status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
          handler: 'scenario' | 'assistant' | 'team'
          assignee_id: string | null
          /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
          team_id: string | null
          priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
          /** In the order in which they were added. Ids of deleted tags are ignored. */
          tag_ids: string[]
          fields: Record<string, string | number | boolean>
          /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
          field_sources: Record<
            string,
            {
              id: string
              name: string
            }
          >
          /** Members mentioned in notes. */
          mentioned_ids: string[]
          locale: 'en' | 'sk'
          /** Highest `seq` of the conversation's messages, as the team sees them. */
          last_seq: number
          last_message_at: string
          last_message_preview: string
          /** Whether the last message is a note, which only the team sees. */
          last_message_is_note: boolean
          /** The author of the last message; null if there are no messages. */
          last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
          /** Null unless the author is a member. */
          last_message_author_id: string | null
          /** When the customer started waiting for the team; null if they aren't waiting. */
          waiting_since: string | null
          /** When a reply is due; null if none is due or the SLA clock is paused. */
          due_at: string | null
          /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
          follows_id: string | null
          /** The conversation that now contains its messages; null if it wasn't merged. */
          merged_into_id: string | null
          merged_into_number: number | null
          hand_over_at: string | null
          hand_over_reason:
            | 'asked_for_human'
            | 'nothing_found'
            | 'low_confidence_twice'
            | 'anger'
            | 'loop'
            | 'rule'
            | 'error'
            | 'plan_limit'
            | null
          snoozed_until: string | null
          /** `seq` of the entry that ended its last snooze. */
          unsnoozed_seq: number | null
          resolved_at: string | null
          /** Null if it isn't resolved. */
          resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
          /** When a member first replied to the customer. */
          first_reply_at: string | null
          /** How often it was reopened after being resolved. */
          reopen_count: number
          rating: {
            score: number
            comment: string | null
            rated_at: string
          } | null
          /** Number of scheduled replies. */
          scheduled_count: number
          /** The page from which the customer first wrote. */
          page_url: string | null
          /** Created on the preview page. */
          is_test: boolean
          /** `seq` of the last message that the customer has seen. */
          visitor_seen_seq: number
          /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
          visitor_delivered_seq: number
          created_at: string
          /** Incremented on every change, so older events never overwrite newer data. */
          version: number
          seen_seq: number
          /** Absent if no scenario replies. */
          active_scenario?: {
            id: string
            scenario_name: string
            step_number: number | null
            step_title: string
            started_at: string
            version: number
          }
        }
        /** The newest message that contains all the words, as typed if there is one; null if the conversation was found by its number or customer. */
        message: {
          seq: number
          author_name: string | null
          is_note: boolean
          sent_at: string
        } | null
        /** Text around the words, from the message or else the subject; at most 200 characters. */
        excerpt: {
          text: string
          is_match: boolean
        }[]
      }[]
      next: string | null
      /** Words that have no matches, with the words that were searched for instead. */
      corrected: {
        word: string
        to: string[]
      }[]
    }
  }
  /** Returns a conversation with its assignee, tags, fields and contact. */
  getConversation: {
    input: { conversation_id: string }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
      seen_seq: number
      /** Absent if no scenario replies. */
      active_scenario?: {
        id: string
        scenario_name: string
        step_number: number | null
        step_title: string
        started_at: string
        version: number
      }
    }
  }
  /** Lists messages, notes and events in order. Without `after_seq` and `before_seq`, the newest are returned. */
  listMessages: {
    input: { conversation_id: string } & {
      after_seq?: number
      before_seq?: number
      limit?: number
    }
    output: {
      /** Chosen by the sender, so that retries are safe. Unique per conversation and author. */
      id: string
      conversation_id: string
      /** Numbers the messages of a conversation from 1, without gaps. Numbers are never reused. */
      seq: number
      /** `seq` of the previous entry visible to the same audience, or 0 for the first. A first entry with a `seq` above 1 means that the thread was renumbered and cached entries are invalid. */
      prev: number
      author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system'
      author_id: string | null
      author_name: string | null
      kind: 'text' | 'answer' | 'note' | 'event' | 'hand_over' | 'ai_notice' | 'rating'
      /** Markdown, at most 8,000 characters; empty if the message has only files. */
      body: string
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      citations: {
        /** 1, 2, … as in the answer's text: `[1]`. */
        number: number
        title: string
        /** Headings above the passage, outermost first, joined by ` › `; empty if there are none. */
        heading: string
        /** Verbatim from the stored snapshot. */
        quote: string
        /** URL of the page, with a text fragment that scrolls to the passage; null for texts and files. */
        url: string | null
        /** Path of our copy of the page at the time of the quote. */
        snapshot_url: string
        fetched_at: string
        source_id: string
        item_id: string
      }[]
      details: {
        event?:
          | 'started'
          | 'taken_over'
          | 'handed_back'
          | 'status_changed'
          | 'assigned'
          | 'auto_assigned'
          | 'team_assigned'
          | 'subject_changed'
          | 'tags_changed'
          | 'priority_changed'
          | 'fields_changed'
          | 'overdue'
          | 'timed_out'
          | 'unsnoozed'
          | 'unsnoozed_by_customer'
          | 'reopened'
          | 'confirmed'
          | 'follows'
          | 'message_edited'
          | 'message_deleted'
          | 'message_restored'
          | 'merged'
          | 'merged_into'
          | 'unmerged'
          | 'split_off'
          | 'split_from'
          | 'reply_emailed'
          | 'reply_not_emailed'
          | 'scenario_started'
          | 'scenario_paused'
          | 'scenario_resumed'
          | 'scenario_step_failed'
          | 'scenario_ended'
        /** The message that this one replies to. It may have moved to another conversation. */
        reply_to?: string
        /** Replies offered to the customer as buttons. */
        buttons?: {
          id: string
          text: string
        }[]
        /** The button that the customer chose, from the message in `reply_to`. */
        button_id?: string
        image?: {
          /** The path on this installation where anyone can read it. */
          path: string
          /** In pixels. */
          width: number
          height: number
          /** What it shows, for those who don't see it. */
          alt: string
        }
        /** One card, or several side by side; the text of the message says the same. */
        cards?: {
          id: string
          image: {
            /** The path on this installation where anyone can read it. */
            path: string
            /** In pixels. */
            width: number
            height: number
            /** What it shows, for those who don't see it. */
            alt: string
          } | null
          title: string
          text: string
          buttons: {
            id: string
            text: string
            url: string | null
          }[]
        }[]
        /** Fields that the customer can fill in. */
        form?: {
          id: string
          kind: 'text' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'consent'
          text: string
          is_required: boolean
          /** For `choice`. */
          choices: {
            id: string
            text: string
          }[]
          /** Shown only if an earlier field has this value: the id of a choice, or `yes` for a consent. */
          shown_if: {
            field_id: string
            value: string
          } | null
        }[]
        /** What the customer filled in, in the form of the message in `reply_to`. */
        form_values?: Record<string, string | boolean>
        /** The scenario and the step that sent the message or caused the event, with their names at that time. */
        scenario?: {
          id: string
          name: string
          run_id: string
          /** Empty if no step caused it. */
          step_id: string
          /** The position of the step in the flow, from 1. */
          step_number?: number
          step_title?: string
        }
        /** Why a step of `scenario` failed; absent if it has another cause. */
        failed_step_reason?:
          | 'field_unknown'
          | 'tag_unknown'
          | 'team_unknown'
          | 'not_a_member'
          | 'scenario_unknown'
          | 'secret_unknown'
          | 'url_blocked'
          | 'no_response'
          | 'response_too_large'
          | 'hubspot_not_connected'
          | 'hubspot_tickets_denied'
          | 'hubspot_property_not_chosen'
          | 'content_missing'
          | 'assistant_off'
          | 'answers_used_up'
          | 'assistant_failed'
        /** How the run of `scenario` ended. */
        run_status?: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
        /** The message that was edited, deleted or restored. */
        target_id?: string
        status?: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
        priority?: 'none' | 'low' | 'medium' | 'high' | 'urgent'
        /** Members mentioned in a note. */
        mentions?: string[]
        /** The conversation that this one continues. */
        follows_id?: string
        follows_number?: number
        /** The other conversation of a merge or split. */
        other_id?: string
        other_number?: number
        /** The merge, which can be undone for a while. */
        merge_id?: string
        /** Names of tags at that time. */
        tags_added?: string[]
        tags_removed?: string[]
        /** Names of custom fields at that time. */
        fields?: {
          label: string
          before: string | number | boolean | null
          after: string | number | boolean | null
        }[]
        assignee_name?: string | null
        team_name?: string | null
        /** The assignment mode that selected the assignee. */
        assignment_mode?: 'manual' | 'round_robin' | 'least_busy'
        reason?:
          | 'asked_for_human'
          | 'nothing_found'
          | 'low_confidence_twice'
          | 'anger'
          | 'loop'
          | 'rule'
          | 'error'
          | 'plan_limit'
        /** Text in the language of the customer. Visible to the team only. */
        summary?: string
        /** What `summary` says, as data. Hand-overs by an earlier version don't have it. Visible to the team only. */
        summary_facts?: {
          /** The customer's last questions, each shortened, oldest first. */
          questions: string[]
          /** Titles of the sources that the assistant quoted. */
          quoted_titles: string[]
          /** Host and path of the page that the conversation started on. */
          page: string | null
        }
        /** `may_help`: the assistant wasn't sure of the answer. */
        band?: 'answer' | 'may_help'
        confidence?: number
        /** Whether this is the assistant's reply to a customer who said thanks. */
        is_confirmed?: boolean
        /** Name of the rule that caused the event, at that time. */
        rule_name?: string
        /** Whether the customer of an outbound conversation can be reached in the chat. */
        via_chat?: boolean
        via_email?: boolean
        /** The address that a reply was emailed to. */
        emailed_to?: string
        /** Whether the email contains the reply, not only a link to it. */
        has_text?: boolean
        not_emailed_reason?: 'no_address' | 'unsubscribed' | 'limit' | 'resolved'
        /** Sent from a link in an email that was opened in another browser than the customer's. */
        by_link?: boolean
        /** Rating from 1 to 5. */
        score?: number
      }
      /** Null if the message hasn't changed since it was sent. */
      change: {
        /** 1, 2, … on every change, so older events never overwrite newer data. */
        version: number
        is_edited: boolean
        /** Whether its text and files are deleted. */
        is_deleted: boolean
        at: string
        by_id: string
        by_name: string
      } | null
      sent_at: string
    }[]
  }
  /** Lists the earlier versions of an edited or deleted message, oldest first. Only members who can change the message can see them. */
  listMessageVersions: {
    input: { conversation_id: string; message_id: string }
    output: {
      version: number
      action: 'edited' | 'deleted' | 'restored'
      /** The text before the change; empty for a restored message. */
      body: string
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      by_id: string
      by_name: string
      at: string
    }[]
  }
  /** Returns the latest run in the conversation, or null if there was none. */
  getScenarioRun: {
    input: { conversation_id: string }
    output: {
      id: string
      integration_id: string
      conversation_id: string
      scenario_id: string
      scenario_name: string
      /** The published version that the run uses. */
      scenario_version: number
      status: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
      step_id: string | null
      /** Position of the current step in its version, from 1; null if the run has no current step. */
      step_number: number | null
      /** Title of the current step; empty if it has none. */
      step_title: string
      waiting_until: string | null
      started_at: string
      ended_at: string | null
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    } | null
  }
  /** Starts an empty conversation with a contact and assigns it to the caller. Its first message is sent like any reply; no one is notified before that. The caller chooses the id; a repeated call returns the existing conversation. */
  startConversation: {
    input: { contact_id: string } & {
      id: string
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Sends a message to the customer, or adds a note for the team. The caller chooses the id; a repeated call returns the existing message. */
  sendMessage: {
    input: { conversation_id: string } & {
      id: string
      body: string
      file_ids?: string[]
      kind?: 'text' | 'note'
      composed_at?: string
      reply_to?: string
      seen_seq?: number
    }
    output: {
      /** Chosen by the sender, so that retries are safe. Unique per conversation and author. */
      id: string
      conversation_id: string
      /** Numbers the messages of a conversation from 1, without gaps. Numbers are never reused. */
      seq: number
      /** `seq` of the previous entry visible to the same audience, or 0 for the first. A first entry with a `seq` above 1 means that the thread was renumbered and cached entries are invalid. */
      prev: number
      author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system'
      author_id: string | null
      author_name: string | null
      kind: 'text' | 'answer' | 'note' | 'event' | 'hand_over' | 'ai_notice' | 'rating'
      /** Markdown, at most 8,000 characters; empty if the message has only files. */
      body: string
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      citations: {
        /** 1, 2, … as in the answer's text: `[1]`. */
        number: number
        title: string
        /** Headings above the passage, outermost first, joined by ` › `; empty if there are none. */
        heading: string
        /** Verbatim from the stored snapshot. */
        quote: string
        /** URL of the page, with a text fragment that scrolls to the passage; null for texts and files. */
        url: string | null
        /** Path of our copy of the page at the time of the quote. */
        snapshot_url: string
        fetched_at: string
        source_id: string
        item_id: string
      }[]
      details: {
        event?:
          | 'started'
          | 'taken_over'
          | 'handed_back'
          | 'status_changed'
          | 'assigned'
          | 'auto_assigned'
          | 'team_assigned'
          | 'subject_changed'
          | 'tags_changed'
          | 'priority_changed'
          | 'fields_changed'
          | 'overdue'
          | 'timed_out'
          | 'unsnoozed'
          | 'unsnoozed_by_customer'
          | 'reopened'
          | 'confirmed'
          | 'follows'
          | 'message_edited'
          | 'message_deleted'
          | 'message_restored'
          | 'merged'
          | 'merged_into'
          | 'unmerged'
          | 'split_off'
          | 'split_from'
          | 'reply_emailed'
          | 'reply_not_emailed'
          | 'scenario_started'
          | 'scenario_paused'
          | 'scenario_resumed'
          | 'scenario_step_failed'
          | 'scenario_ended'
        /** The message that this one replies to. It may have moved to another conversation. */
        reply_to?: string
        /** Replies offered to the customer as buttons. */
        buttons?: {
          id: string
          text: string
        }[]
        /** The button that the customer chose, from the message in `reply_to`. */
        button_id?: string
        image?: {
          /** The path on this installation where anyone can read it. */
          path: string
          /** In pixels. */
          width: number
          height: number
          /** What it shows, for those who don't see it. */
          alt: string
        }
        /** One card, or several side by side; the text of the message says the same. */
        cards?: {
          id: string
          image: {
            /** The path on this installation where anyone can read it. */
            path: string
            /** In pixels. */
            width: number
            height: number
            /** What it shows, for those who don't see it. */
            alt: string
          } | null
          title: string
          text: string
          buttons: {
            id: string
            text: string
            url: string | null
          }[]
        }[]
        /** Fields that the customer can fill in. */
        form?: {
          id: string
          kind: 'text' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'consent'
          text: string
          is_required: boolean
          /** For `choice`. */
          choices: {
            id: string
            text: string
          }[]
          /** Shown only if an earlier field has this value: the id of a choice, or `yes` for a consent. */
          shown_if: {
            field_id: string
            value: string
          } | null
        }[]
        /** What the customer filled in, in the form of the message in `reply_to`. */
        form_values?: Record<string, string | boolean>
        /** The scenario and the step that sent the message or caused the event, with their names at that time. */
        scenario?: {
          id: string
          name: string
          run_id: string
          /** Empty if no step caused it. */
          step_id: string
          /** The position of the step in the flow, from 1. */
          step_number?: number
          step_title?: string
        }
        /** Why a step of `scenario` failed; absent if it has another cause. */
        failed_step_reason?:
          | 'field_unknown'
          | 'tag_unknown'
          | 'team_unknown'
          | 'not_a_member'
          | 'scenario_unknown'
          | 'secret_unknown'
          | 'url_blocked'
          | 'no_response'
          | 'response_too_large'
          | 'hubspot_not_connected'
          | 'hubspot_tickets_denied'
          | 'hubspot_property_not_chosen'
          | 'content_missing'
          | 'assistant_off'
          | 'answers_used_up'
          | 'assistant_failed'
        /** How the run of `scenario` ended. */
        run_status?: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
        /** The message that was edited, deleted or restored. */
        target_id?: string
        status?: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
        priority?: 'none' | 'low' | 'medium' | 'high' | 'urgent'
        /** Members mentioned in a note. */
        mentions?: string[]
        /** The conversation that this one continues. */
        follows_id?: string
        follows_number?: number
        /** The other conversation of a merge or split. */
        other_id?: string
        other_number?: number
        /** The merge, which can be undone for a while. */
        merge_id?: string
        /** Names of tags at that time. */
        tags_added?: string[]
        tags_removed?: string[]
        /** Names of custom fields at that time. */
        fields?: {
          label: string
          before: string | number | boolean | null
          after: string | number | boolean | null
        }[]
        assignee_name?: string | null
        team_name?: string | null
        /** The assignment mode that selected the assignee. */
        assignment_mode?: 'manual' | 'round_robin' | 'least_busy'
        reason?:
          | 'asked_for_human'
          | 'nothing_found'
          | 'low_confidence_twice'
          | 'anger'
          | 'loop'
          | 'rule'
          | 'error'
          | 'plan_limit'
        /** Text in the language of the customer. Visible to the team only. */
        summary?: string
        /** What `summary` says, as data. Hand-overs by an earlier version don't have it. Visible to the team only. */
        summary_facts?: {
          /** The customer's last questions, each shortened, oldest first. */
          questions: string[]
          /** Titles of the sources that the assistant quoted. */
          quoted_titles: string[]
          /** Host and path of the page that the conversation started on. */
          page: string | null
        }
        /** `may_help`: the assistant wasn't sure of the answer. */
        band?: 'answer' | 'may_help'
        confidence?: number
        /** Whether this is the assistant's reply to a customer who said thanks. */
        is_confirmed?: boolean
        /** Name of the rule that caused the event, at that time. */
        rule_name?: string
        /** Whether the customer of an outbound conversation can be reached in the chat. */
        via_chat?: boolean
        via_email?: boolean
        /** The address that a reply was emailed to. */
        emailed_to?: string
        /** Whether the email contains the reply, not only a link to it. */
        has_text?: boolean
        not_emailed_reason?: 'no_address' | 'unsubscribed' | 'limit' | 'resolved'
        /** Sent from a link in an email that was opened in another browser than the customer's. */
        by_link?: boolean
        /** Rating from 1 to 5. */
        score?: number
      }
      /** Null if the message hasn't changed since it was sent. */
      change: {
        /** 1, 2, … on every change, so older events never overwrite newer data. */
        version: number
        is_edited: boolean
        /** Whether its text and files are deleted. */
        is_deleted: boolean
        at: string
        by_id: string
        by_name: string
      } | null
      sent_at: string
    }
  }
  /** Changes the text of the caller's own message or note. Members with `messages.moderate` can also change those of others. The same text changes nothing. */
  editMessage: {
    input: { conversation_id: string; message_id: string } & {
      body: string
    }
    output: {
      /** Chosen by the sender, so that retries are safe. Unique per conversation and author. */
      id: string
      conversation_id: string
      /** Numbers the messages of a conversation from 1, without gaps. Numbers are never reused. */
      seq: number
      /** `seq` of the previous entry visible to the same audience, or 0 for the first. A first entry with a `seq` above 1 means that the thread was renumbered and cached entries are invalid. */
      prev: number
      author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system'
      author_id: string | null
      author_name: string | null
      kind: 'text' | 'answer' | 'note' | 'event' | 'hand_over' | 'ai_notice' | 'rating'
      /** Markdown, at most 8,000 characters; empty if the message has only files. */
      body: string
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      citations: {
        /** 1, 2, … as in the answer's text: `[1]`. */
        number: number
        title: string
        /** Headings above the passage, outermost first, joined by ` › `; empty if there are none. */
        heading: string
        /** Verbatim from the stored snapshot. */
        quote: string
        /** URL of the page, with a text fragment that scrolls to the passage; null for texts and files. */
        url: string | null
        /** Path of our copy of the page at the time of the quote. */
        snapshot_url: string
        fetched_at: string
        source_id: string
        item_id: string
      }[]
      details: {
        event?:
          | 'started'
          | 'taken_over'
          | 'handed_back'
          | 'status_changed'
          | 'assigned'
          | 'auto_assigned'
          | 'team_assigned'
          | 'subject_changed'
          | 'tags_changed'
          | 'priority_changed'
          | 'fields_changed'
          | 'overdue'
          | 'timed_out'
          | 'unsnoozed'
          | 'unsnoozed_by_customer'
          | 'reopened'
          | 'confirmed'
          | 'follows'
          | 'message_edited'
          | 'message_deleted'
          | 'message_restored'
          | 'merged'
          | 'merged_into'
          | 'unmerged'
          | 'split_off'
          | 'split_from'
          | 'reply_emailed'
          | 'reply_not_emailed'
          | 'scenario_started'
          | 'scenario_paused'
          | 'scenario_resumed'
          | 'scenario_step_failed'
          | 'scenario_ended'
        /** The message that this one replies to. It may have moved to another conversation. */
        reply_to?: string
        /** Replies offered to the customer as buttons. */
        buttons?: {
          id: string
          text: string
        }[]
        /** The button that the customer chose, from the message in `reply_to`. */
        button_id?: string
        image?: {
          /** The path on this installation where anyone can read it. */
          path: string
          /** In pixels. */
          width: number
          height: number
          /** What it shows, for those who don't see it. */
          alt: string
        }
        /** One card, or several side by side; the text of the message says the same. */
        cards?: {
          id: string
          image: {
            /** The path on this installation where anyone can read it. */
            path: string
            /** In pixels. */
            width: number
            height: number
            /** What it shows, for those who don't see it. */
            alt: string
          } | null
          title: string
          text: string
          buttons: {
            id: string
            text: string
            url: string | null
          }[]
        }[]
        /** Fields that the customer can fill in. */
        form?: {
          id: string
          kind: 'text' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'consent'
          text: string
          is_required: boolean
          /** For `choice`. */
          choices: {
            id: string
            text: string
          }[]
          /** Shown only if an earlier field has this value: the id of a choice, or `yes` for a consent. */
          shown_if: {
            field_id: string
            value: string
          } | null
        }[]
        /** What the customer filled in, in the form of the message in `reply_to`. */
        form_values?: Record<string, string | boolean>
        /** The scenario and the step that sent the message or caused the event, with their names at that time. */
        scenario?: {
          id: string
          name: string
          run_id: string
          /** Empty if no step caused it. */
          step_id: string
          /** The position of the step in the flow, from 1. */
          step_number?: number
          step_title?: string
        }
        /** Why a step of `scenario` failed; absent if it has another cause. */
        failed_step_reason?:
          | 'field_unknown'
          | 'tag_unknown'
          | 'team_unknown'
          | 'not_a_member'
          | 'scenario_unknown'
          | 'secret_unknown'
          | 'url_blocked'
          | 'no_response'
          | 'response_too_large'
          | 'hubspot_not_connected'
          | 'hubspot_tickets_denied'
          | 'hubspot_property_not_chosen'
          | 'content_missing'
          | 'assistant_off'
          | 'answers_used_up'
          | 'assistant_failed'
        /** How the run of `scenario` ended. */
        run_status?: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
        /** The message that was edited, deleted or restored. */
        target_id?: string
        status?: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
        priority?: 'none' | 'low' | 'medium' | 'high' | 'urgent'
        /** Members mentioned in a note. */
        mentions?: string[]
        /** The conversation that this one continues. */
        follows_id?: string
        follows_number?: number
        /** The other conversation of a merge or split. */
        other_id?: string
        other_number?: number
        /** The merge, which can be undone for a while. */
        merge_id?: string
        /** Names of tags at that time. */
        tags_added?: string[]
        tags_removed?: string[]
        /** Names of custom fields at that time. */
        fields?: {
          label: string
          before: string | number | boolean | null
          after: string | number | boolean | null
        }[]
        assignee_name?: string | null
        team_name?: string | null
        /** The assignment mode that selected the assignee. */
        assignment_mode?: 'manual' | 'round_robin' | 'least_busy'
        reason?:
          | 'asked_for_human'
          | 'nothing_found'
          | 'low_confidence_twice'
          | 'anger'
          | 'loop'
          | 'rule'
          | 'error'
          | 'plan_limit'
        /** Text in the language of the customer. Visible to the team only. */
        summary?: string
        /** What `summary` says, as data. Hand-overs by an earlier version don't have it. Visible to the team only. */
        summary_facts?: {
          /** The customer's last questions, each shortened, oldest first. */
          questions: string[]
          /** Titles of the sources that the assistant quoted. */
          quoted_titles: string[]
          /** Host and path of the page that the conversation started on. */
          page: string | null
        }
        /** `may_help`: the assistant wasn't sure of the answer. */
        band?: 'answer' | 'may_help'
        confidence?: number
        /** Whether this is the assistant's reply to a customer who said thanks. */
        is_confirmed?: boolean
        /** Name of the rule that caused the event, at that time. */
        rule_name?: string
        /** Whether the customer of an outbound conversation can be reached in the chat. */
        via_chat?: boolean
        via_email?: boolean
        /** The address that a reply was emailed to. */
        emailed_to?: string
        /** Whether the email contains the reply, not only a link to it. */
        has_text?: boolean
        not_emailed_reason?: 'no_address' | 'unsubscribed' | 'limit' | 'resolved'
        /** Sent from a link in an email that was opened in another browser than the customer's. */
        by_link?: boolean
        /** Rating from 1 to 5. */
        score?: number
      }
      /** Null if the message hasn't changed since it was sent. */
      change: {
        /** 1, 2, … on every change, so older events never overwrite newer data. */
        version: number
        is_edited: boolean
        /** Whether its text and files are deleted. */
        is_deleted: boolean
        at: string
        by_id: string
        by_name: string
      } | null
      sent_at: string
    }
  }
  /** Deletes the text and the files of a message, also for the customer. Its place in the conversation stays, and the message can be restored. */
  deleteMessage: {
    input: { conversation_id: string; message_id: string }
    output: {
      /** Chosen by the sender, so that retries are safe. Unique per conversation and author. */
      id: string
      conversation_id: string
      /** Numbers the messages of a conversation from 1, without gaps. Numbers are never reused. */
      seq: number
      /** `seq` of the previous entry visible to the same audience, or 0 for the first. A first entry with a `seq` above 1 means that the thread was renumbered and cached entries are invalid. */
      prev: number
      author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system'
      author_id: string | null
      author_name: string | null
      kind: 'text' | 'answer' | 'note' | 'event' | 'hand_over' | 'ai_notice' | 'rating'
      /** Markdown, at most 8,000 characters; empty if the message has only files. */
      body: string
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      citations: {
        /** 1, 2, … as in the answer's text: `[1]`. */
        number: number
        title: string
        /** Headings above the passage, outermost first, joined by ` › `; empty if there are none. */
        heading: string
        /** Verbatim from the stored snapshot. */
        quote: string
        /** URL of the page, with a text fragment that scrolls to the passage; null for texts and files. */
        url: string | null
        /** Path of our copy of the page at the time of the quote. */
        snapshot_url: string
        fetched_at: string
        source_id: string
        item_id: string
      }[]
      details: {
        event?:
          | 'started'
          | 'taken_over'
          | 'handed_back'
          | 'status_changed'
          | 'assigned'
          | 'auto_assigned'
          | 'team_assigned'
          | 'subject_changed'
          | 'tags_changed'
          | 'priority_changed'
          | 'fields_changed'
          | 'overdue'
          | 'timed_out'
          | 'unsnoozed'
          | 'unsnoozed_by_customer'
          | 'reopened'
          | 'confirmed'
          | 'follows'
          | 'message_edited'
          | 'message_deleted'
          | 'message_restored'
          | 'merged'
          | 'merged_into'
          | 'unmerged'
          | 'split_off'
          | 'split_from'
          | 'reply_emailed'
          | 'reply_not_emailed'
          | 'scenario_started'
          | 'scenario_paused'
          | 'scenario_resumed'
          | 'scenario_step_failed'
          | 'scenario_ended'
        /** The message that this one replies to. It may have moved to another conversation. */
        reply_to?: string
        /** Replies offered to the customer as buttons. */
        buttons?: {
          id: string
          text: string
        }[]
        /** The button that the customer chose, from the message in `reply_to`. */
        button_id?: string
        image?: {
          /** The path on this installation where anyone can read it. */
          path: string
          /** In pixels. */
          width: number
          height: number
          /** What it shows, for those who don't see it. */
          alt: string
        }
        /** One card, or several side by side; the text of the message says the same. */
        cards?: {
          id: string
          image: {
            /** The path on this installation where anyone can read it. */
            path: string
            /** In pixels. */
            width: number
            height: number
            /** What it shows, for those who don't see it. */
            alt: string
          } | null
          title: string
          text: string
          buttons: {
            id: string
            text: string
            url: string | null
          }[]
        }[]
        /** Fields that the customer can fill in. */
        form?: {
          id: string
          kind: 'text' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'consent'
          text: string
          is_required: boolean
          /** For `choice`. */
          choices: {
            id: string
            text: string
          }[]
          /** Shown only if an earlier field has this value: the id of a choice, or `yes` for a consent. */
          shown_if: {
            field_id: string
            value: string
          } | null
        }[]
        /** What the customer filled in, in the form of the message in `reply_to`. */
        form_values?: Record<string, string | boolean>
        /** The scenario and the step that sent the message or caused the event, with their names at that time. */
        scenario?: {
          id: string
          name: string
          run_id: string
          /** Empty if no step caused it. */
          step_id: string
          /** The position of the step in the flow, from 1. */
          step_number?: number
          step_title?: string
        }
        /** Why a step of `scenario` failed; absent if it has another cause. */
        failed_step_reason?:
          | 'field_unknown'
          | 'tag_unknown'
          | 'team_unknown'
          | 'not_a_member'
          | 'scenario_unknown'
          | 'secret_unknown'
          | 'url_blocked'
          | 'no_response'
          | 'response_too_large'
          | 'hubspot_not_connected'
          | 'hubspot_tickets_denied'
          | 'hubspot_property_not_chosen'
          | 'content_missing'
          | 'assistant_off'
          | 'answers_used_up'
          | 'assistant_failed'
        /** How the run of `scenario` ended. */
        run_status?: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
        /** The message that was edited, deleted or restored. */
        target_id?: string
        status?: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
        priority?: 'none' | 'low' | 'medium' | 'high' | 'urgent'
        /** Members mentioned in a note. */
        mentions?: string[]
        /** The conversation that this one continues. */
        follows_id?: string
        follows_number?: number
        /** The other conversation of a merge or split. */
        other_id?: string
        other_number?: number
        /** The merge, which can be undone for a while. */
        merge_id?: string
        /** Names of tags at that time. */
        tags_added?: string[]
        tags_removed?: string[]
        /** Names of custom fields at that time. */
        fields?: {
          label: string
          before: string | number | boolean | null
          after: string | number | boolean | null
        }[]
        assignee_name?: string | null
        team_name?: string | null
        /** The assignment mode that selected the assignee. */
        assignment_mode?: 'manual' | 'round_robin' | 'least_busy'
        reason?:
          | 'asked_for_human'
          | 'nothing_found'
          | 'low_confidence_twice'
          | 'anger'
          | 'loop'
          | 'rule'
          | 'error'
          | 'plan_limit'
        /** Text in the language of the customer. Visible to the team only. */
        summary?: string
        /** What `summary` says, as data. Hand-overs by an earlier version don't have it. Visible to the team only. */
        summary_facts?: {
          /** The customer's last questions, each shortened, oldest first. */
          questions: string[]
          /** Titles of the sources that the assistant quoted. */
          quoted_titles: string[]
          /** Host and path of the page that the conversation started on. */
          page: string | null
        }
        /** `may_help`: the assistant wasn't sure of the answer. */
        band?: 'answer' | 'may_help'
        confidence?: number
        /** Whether this is the assistant's reply to a customer who said thanks. */
        is_confirmed?: boolean
        /** Name of the rule that caused the event, at that time. */
        rule_name?: string
        /** Whether the customer of an outbound conversation can be reached in the chat. */
        via_chat?: boolean
        via_email?: boolean
        /** The address that a reply was emailed to. */
        emailed_to?: string
        /** Whether the email contains the reply, not only a link to it. */
        has_text?: boolean
        not_emailed_reason?: 'no_address' | 'unsubscribed' | 'limit' | 'resolved'
        /** Sent from a link in an email that was opened in another browser than the customer's. */
        by_link?: boolean
        /** Rating from 1 to 5. */
        score?: number
      }
      /** Null if the message hasn't changed since it was sent. */
      change: {
        /** 1, 2, … on every change, so older events never overwrite newer data. */
        version: number
        is_edited: boolean
        /** Whether its text and files are deleted. */
        is_deleted: boolean
        at: string
        by_id: string
        by_name: string
      } | null
      sent_at: string
    }
  }
  /** Restores the text and the files of a deleted message. */
  restoreMessage: {
    input: { conversation_id: string; message_id: string }
    output: {
      /** Chosen by the sender, so that retries are safe. Unique per conversation and author. */
      id: string
      conversation_id: string
      /** Numbers the messages of a conversation from 1, without gaps. Numbers are never reused. */
      seq: number
      /** `seq` of the previous entry visible to the same audience, or 0 for the first. A first entry with a `seq` above 1 means that the thread was renumbered and cached entries are invalid. */
      prev: number
      author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system'
      author_id: string | null
      author_name: string | null
      kind: 'text' | 'answer' | 'note' | 'event' | 'hand_over' | 'ai_notice' | 'rating'
      /** Markdown, at most 8,000 characters; empty if the message has only files. */
      body: string
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      citations: {
        /** 1, 2, … as in the answer's text: `[1]`. */
        number: number
        title: string
        /** Headings above the passage, outermost first, joined by ` › `; empty if there are none. */
        heading: string
        /** Verbatim from the stored snapshot. */
        quote: string
        /** URL of the page, with a text fragment that scrolls to the passage; null for texts and files. */
        url: string | null
        /** Path of our copy of the page at the time of the quote. */
        snapshot_url: string
        fetched_at: string
        source_id: string
        item_id: string
      }[]
      details: {
        event?:
          | 'started'
          | 'taken_over'
          | 'handed_back'
          | 'status_changed'
          | 'assigned'
          | 'auto_assigned'
          | 'team_assigned'
          | 'subject_changed'
          | 'tags_changed'
          | 'priority_changed'
          | 'fields_changed'
          | 'overdue'
          | 'timed_out'
          | 'unsnoozed'
          | 'unsnoozed_by_customer'
          | 'reopened'
          | 'confirmed'
          | 'follows'
          | 'message_edited'
          | 'message_deleted'
          | 'message_restored'
          | 'merged'
          | 'merged_into'
          | 'unmerged'
          | 'split_off'
          | 'split_from'
          | 'reply_emailed'
          | 'reply_not_emailed'
          | 'scenario_started'
          | 'scenario_paused'
          | 'scenario_resumed'
          | 'scenario_step_failed'
          | 'scenario_ended'
        /** The message that this one replies to. It may have moved to another conversation. */
        reply_to?: string
        /** Replies offered to the customer as buttons. */
        buttons?: {
          id: string
          text: string
        }[]
        /** The button that the customer chose, from the message in `reply_to`. */
        button_id?: string
        image?: {
          /** The path on this installation where anyone can read it. */
          path: string
          /** In pixels. */
          width: number
          height: number
          /** What it shows, for those who don't see it. */
          alt: string
        }
        /** One card, or several side by side; the text of the message says the same. */
        cards?: {
          id: string
          image: {
            /** The path on this installation where anyone can read it. */
            path: string
            /** In pixels. */
            width: number
            height: number
            /** What it shows, for those who don't see it. */
            alt: string
          } | null
          title: string
          text: string
          buttons: {
            id: string
            text: string
            url: string | null
          }[]
        }[]
        /** Fields that the customer can fill in. */
        form?: {
          id: string
          kind: 'text' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'consent'
          text: string
          is_required: boolean
          /** For `choice`. */
          choices: {
            id: string
            text: string
          }[]
          /** Shown only if an earlier field has this value: the id of a choice, or `yes` for a consent. */
          shown_if: {
            field_id: string
            value: string
          } | null
        }[]
        /** What the customer filled in, in the form of the message in `reply_to`. */
        form_values?: Record<string, string | boolean>
        /** The scenario and the step that sent the message or caused the event, with their names at that time. */
        scenario?: {
          id: string
          name: string
          run_id: string
          /** Empty if no step caused it. */
          step_id: string
          /** The position of the step in the flow, from 1. */
          step_number?: number
          step_title?: string
        }
        /** Why a step of `scenario` failed; absent if it has another cause. */
        failed_step_reason?:
          | 'field_unknown'
          | 'tag_unknown'
          | 'team_unknown'
          | 'not_a_member'
          | 'scenario_unknown'
          | 'secret_unknown'
          | 'url_blocked'
          | 'no_response'
          | 'response_too_large'
          | 'hubspot_not_connected'
          | 'hubspot_tickets_denied'
          | 'hubspot_property_not_chosen'
          | 'content_missing'
          | 'assistant_off'
          | 'answers_used_up'
          | 'assistant_failed'
        /** How the run of `scenario` ended. */
        run_status?: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
        /** The message that was edited, deleted or restored. */
        target_id?: string
        status?: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
        priority?: 'none' | 'low' | 'medium' | 'high' | 'urgent'
        /** Members mentioned in a note. */
        mentions?: string[]
        /** The conversation that this one continues. */
        follows_id?: string
        follows_number?: number
        /** The other conversation of a merge or split. */
        other_id?: string
        other_number?: number
        /** The merge, which can be undone for a while. */
        merge_id?: string
        /** Names of tags at that time. */
        tags_added?: string[]
        tags_removed?: string[]
        /** Names of custom fields at that time. */
        fields?: {
          label: string
          before: string | number | boolean | null
          after: string | number | boolean | null
        }[]
        assignee_name?: string | null
        team_name?: string | null
        /** The assignment mode that selected the assignee. */
        assignment_mode?: 'manual' | 'round_robin' | 'least_busy'
        reason?:
          | 'asked_for_human'
          | 'nothing_found'
          | 'low_confidence_twice'
          | 'anger'
          | 'loop'
          | 'rule'
          | 'error'
          | 'plan_limit'
        /** Text in the language of the customer. Visible to the team only. */
        summary?: string
        /** What `summary` says, as data. Hand-overs by an earlier version don't have it. Visible to the team only. */
        summary_facts?: {
          /** The customer's last questions, each shortened, oldest first. */
          questions: string[]
          /** Titles of the sources that the assistant quoted. */
          quoted_titles: string[]
          /** Host and path of the page that the conversation started on. */
          page: string | null
        }
        /** `may_help`: the assistant wasn't sure of the answer. */
        band?: 'answer' | 'may_help'
        confidence?: number
        /** Whether this is the assistant's reply to a customer who said thanks. */
        is_confirmed?: boolean
        /** Name of the rule that caused the event, at that time. */
        rule_name?: string
        /** Whether the customer of an outbound conversation can be reached in the chat. */
        via_chat?: boolean
        via_email?: boolean
        /** The address that a reply was emailed to. */
        emailed_to?: string
        /** Whether the email contains the reply, not only a link to it. */
        has_text?: boolean
        not_emailed_reason?: 'no_address' | 'unsubscribed' | 'limit' | 'resolved'
        /** Sent from a link in an email that was opened in another browser than the customer's. */
        by_link?: boolean
        /** Rating from 1 to 5. */
        score?: number
      }
      /** Null if the message hasn't changed since it was sent. */
      change: {
        /** 1, 2, … on every change, so older events never overwrite newer data. */
        version: number
        is_edited: boolean
        /** Whether its text and files are deleted. */
        is_deleted: boolean
        at: string
        by_id: string
        by_name: string
      } | null
      sent_at: string
    }
  }
  /** Uploads a file for a message, as multipart/form-data with the fields `id` and then `file`. Files that aren't attached are deleted after a day. */
  uploadFile: {
    input: { id: string; file: Blob }
    output: {
      /** Chosen by the sender, so that retries are safe. */
      id: string
      /** The file name given by the sender. It is a label, never a path. */
      name: string
      /** Detected from the content of the file. */
      content_type: string
      /** In bytes. */
      size: number
      /** The displayed size of an inline image, in pixels; null for other files. */
      width: number | null
      height: number | null
    }
  }
  /** Returns the conversation to the assistant and removes the assignee. */
  handBack: {
    input: { conversation_id: string }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Changes the status. Resolving can require custom fields; `fields` can set them in the same call. */
  setStatus: {
    input: { conversation_id: string } & {
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      snoozed_until?: string
      fields?: Record<string, string | number | boolean | null>
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Assigns the conversation to a member, or removes the assignee. */
  assignConversation: {
    input: { conversation_id: string } & {
      assignee_id: string | null
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Assigns the conversation to a team, or removes the team. The assigned member stays. */
  assignTeam: {
    input: { conversation_id: string } & {
      team_id: string | null
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Adds and removes tags. Adding a tag that is present or removing one that isn't changes nothing. */
  setTags: {
    input: { conversation_id: string } & {
      add?: string[]
      remove?: string[]
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Sets or removes the priority. */
  setPriority: {
    input: { conversation_id: string } & {
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Sets values of custom fields. Setting the current value changes nothing. */
  setConversationFields: {
    input: { conversation_id: string } & {
      fields: Record<string, string | number | boolean | null>
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Shows the customer for a few seconds that someone is typing. Nothing is stored. */
  setTyping: {
    input: { conversation_id: string } & {
      is_typing: boolean
    }
    output: null
  }
  /** Moves all entries of a conversation into another conversation of the same contact, ordered by time. The caller chooses the id of the merge; a repeated call returns the same result. */
  mergeConversation: {
    input: { conversation_id: string } & {
      id: string
      into_id: string
    }
    output: {
      id: string
      /** Closed by the merge. New messages of its customer go to `target`. */
      source: {
        id: string
        number: number
      }
      /** Closed by the merge. New messages of its customer go to `target`. */
      target: {
        id: string
        number: number
      }
      /** Number of entries moved. */
      moved: number
      at: string
      /** Until when the merge can be undone. */
      undo_until: string
      undone_at: string | null
    }
  }
  /** Moves all entries back to their previous conversation, in their previous order. Messages written since stay in the target. Repeating the call returns the same result. */
  undoMerge: {
    input: { merge_id: string }
    output: {
      id: string
      /** Closed by the merge. New messages of its customer go to `target`. */
      source: {
        id: string
        number: number
      }
      /** Closed by the merge. New messages of its customer go to `target`. */
      target: {
        id: string
        number: number
      }
      /** Number of entries moved. */
      moved: number
      at: string
      /** Until when the merge can be undone. */
      undo_until: string
      undone_at: string | null
    }
  }
  /** Moves a message and everything after it to a new conversation of the same contact. The caller chooses its id. Merging the new conversation back reverts the split. */
  splitConversation: {
    input: { conversation_id: string } & {
      id: string
      message_id: string
    }
    output: {
      id: string
      integration_id: string
      /** 1, 2, … within the workspace. */
      number: number
      contact: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
      }
      subject: string
      status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
      handler: 'scenario' | 'assistant' | 'team'
      assignee_id: string | null
      /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
      team_id: string | null
      priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      /** In the order in which they were added. Ids of deleted tags are ignored. */
      tag_ids: string[]
      /** Values of custom fields. Ids of deleted fields are ignored. */
      fields: Record<string, string | number | boolean>
      /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
      /** Members mentioned in notes. */
      mentioned_ids: string[]
      locale: 'en' | 'sk'
      /** Highest `seq` of the conversation's messages, as the team sees them. */
      last_seq: number
      /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
      last_message_at: string
      last_message_preview: string
      /** Whether the last message is a note, which only the team sees. */
      last_message_is_note: boolean
      /** The author of the last message; null if there are no messages. */
      last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
      /** Null unless the author is a member. */
      last_message_author_id: string | null
      /** When the customer started waiting for the team; null if they aren't waiting. */
      waiting_since: string | null
      /** When a reply is due; null if none is due or the SLA clock is paused. */
      due_at: string | null
      /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
      follows_id: string | null
      /** The conversation that now contains its messages; null if it wasn't merged. */
      merged_into_id: string | null
      merged_into_number: number | null
      hand_over_at: string | null
      hand_over_reason:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
        | null
      snoozed_until: string | null
      /** `seq` of the entry that ended its last snooze. */
      unsnoozed_seq: number | null
      resolved_at: string | null
      /** Null if it isn't resolved. */
      resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
      /** When a member first replied to the customer. */
      first_reply_at: string | null
      /** How often it was reopened after being resolved. */
      reopen_count: number
      rating: {
        score: number
        comment: string | null
        rated_at: string
      } | null
      /** Number of scheduled replies. */
      scheduled_count: number
      /** The page from which the customer first wrote. */
      page_url: string | null
      /** Created on the preview page. */
      is_test: boolean
      /** `seq` of the last message that the customer has seen. */
      visitor_seen_seq: number
      /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
      visitor_delivered_seq: number
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Starts a published scenario in a conversation, whatever its trigger. A conversation has at most one active run. */
  startScenarioRun: {
    input: { conversation_id: string } & {
      scenario_id: string
    }
    output: {
      id: string
      integration_id: string
      conversation_id: string
      scenario_id: string
      scenario_name: string
      /** The published version that the run uses. */
      scenario_version: number
      status: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
      step_id: string | null
      /** Position of the current step in its version, from 1; null if the run has no current step. */
      step_number: number | null
      /** Title of the current step; empty if it has none. */
      step_title: string
      waiting_until: string | null
      started_at: string
      ended_at: string | null
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Resumes a paused run. */
  resumeScenarioRun: {
    input: { conversation_id: string }
    output: {
      id: string
      integration_id: string
      conversation_id: string
      scenario_id: string
      scenario_name: string
      /** The published version that the run uses. */
      scenario_version: number
      status: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
      step_id: string | null
      /** Position of the current step in its version, from 1; null if the run has no current step. */
      step_number: number | null
      /** Title of the current step; empty if it has none. */
      step_title: string
      waiting_until: string | null
      started_at: string
      ended_at: string | null
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Ends the conversation's run. Does nothing if it is over. */
  endScenarioRun: {
    input: { conversation_id: string }
    output: {
      id: string
      integration_id: string
      conversation_id: string
      scenario_id: string
      scenario_name: string
      /** The published version that the run uses. */
      scenario_version: number
      status: 'active' | 'waiting' | 'paused' | 'completed' | 'handed_over' | 'ended' | 'failed'
      step_id: string | null
      /** Position of the current step in its version, from 1; null if the run has no current step. */
      step_number: number | null
      /** Title of the current step; empty if it has none. */
      step_title: string
      waiting_until: string | null
      started_at: string
      ended_at: string | null
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Lists contacts, filtered and sorted. Pass `next` as `cursor` to get the following page. */
  listContacts: {
    input: {
      /** Words that must all appear in the name, address, phone, company, city or external id, ignoring case and diacritics. */
      search?: string
      kind?: 'visitor' | 'lead' | 'user'
      rules?: string
      /** Whether all rules must match, or any of them. */
      match?: 'all' | 'any'
      time_zone?: string
      sort?: 'last_seen' | 'first_seen' | 'name'
      /** The `next` value of the previous page, with the same sort order. */
      cursor?: string
      limit?: number
    }
    output: {
      items: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
        integration_id: string
        first_seen_at: string | null
        /** Created on the preview page. */
        is_test: boolean
        conversations: number
        /** Incremented on every change, so older events never overwrite newer data. */
        version: number
        phone: string | null
        company: string | null
        city: string | null
        /** ISO 3166-1 alpha-2 code. */
        country: string | null
        /** The id in the customer's own system, unique in the workspace. */
        external_id: string | null
        /** The member responsible for the contact. */
        owner_id: string | null
        /** In the order in which they were added. Ids of deleted tags are included. */
        tag_ids: string[]
        fields: Record<string, string | number | boolean>
        /** When they were last verified by a signature. */
        verified_at: string | null
        /** How they were verified: by a token that the page passed. */
        verified_by: 'jwt' | null
        /** When the current address was verified. */
        email_verified_at: string | null
        /** The external page that linked to the site. */
        import_file: string | null
        /** The external page that linked to the site. */
        first_page: string | null
        /** The external page that linked to the site. */
        referrer: string | null
        /** The external page that linked to the site. */
        utm_source: string | null
        /** The external page that linked to the site. */
        utm_medium: string | null
        /** The external page that linked to the site. */
        utm_campaign: string | null
        /** The external page that linked to the site. */
        utm_term: string | null
        /** The external page that linked to the site. */
        utm_content: string | null
        device: 'desktop' | 'mobile' | 'tablet' | null
        /** The external page that linked to the site. */
        browser: string | null
        /** The external page that linked to the site. */
        operating_system: string | null
        /** The external page that linked to the site. */
        time_zone: string | null
        consent_opened_at: string | null
        consent_page_at: string | null
        /** The consent texts reported by the host page, one per line, newest first; null if there are none. */
        consent_summary: string | null
        consent_ended_at: string | null
        /** Number of visits. Pages within half an hour of each other belong to one visit. */
        visits: number
        /** Names and contact details of contacts that were merged into this one. Searches find them too. */
        merged_search_text: string
        /** When the contact was blocked, and until when; null means that the block doesn't expire. The block may have expired. */
        blocked_at: string | null
        blocked_until: string | null
        is_online: boolean
      }[]
      next: string | null
    }
  }
  /** Counts the contacts of each kind that match a filter. */
  countContacts: {
    input: {
      /** Words that must all appear in the name, address, phone, company, city or external id, ignoring case and diacritics. */
      search?: string
      rules?: string
      /** Whether all rules must match, or any of them. */
      match?: 'all' | 'any'
      time_zone?: string
    }
    output: {
      all: number
      visitor: number
      lead: number
      user: number
    }
  }
  /** Returns a contact with its details. The id of a merged contact returns the contact it was merged into. */
  getContact: {
    input: { contact_id: string }
    output: {
      id: string
      name: string | null
      email: string | null
      kind: 'visitor' | 'lead' | 'user'
      /** Null until the contact's first visit: imports don't set it. */
      locale: 'en' | 'sk' | null
      /** Null if they have never visited the site. */
      last_seen_at: string | null
      phone: string | null
      company: string | null
      city: string | null
      /** ISO 3166-1 alpha-2 code. */
      country: string | null
      /** The id in the customer's own system, unique in the workspace. */
      external_id: string | null
      /** The member responsible for the contact. */
      owner_id: string | null
      /** In the order in which they were added. Ids of deleted tags are included. */
      tag_ids: string[]
      fields: Record<string, string | number | boolean>
      /** When they were last verified by a signature. */
      verified_at: string | null
      /** How they were verified: by a token that the page passed. */
      verified_by: 'jwt' | null
      /** When the current address was verified. */
      email_verified_at: string | null
      /** The external page that linked to the site. */
      import_file: string | null
      /** The external page that linked to the site. */
      first_page: string | null
      /** The external page that linked to the site. */
      referrer: string | null
      /** The external page that linked to the site. */
      utm_source: string | null
      /** The external page that linked to the site. */
      utm_medium: string | null
      /** The external page that linked to the site. */
      utm_campaign: string | null
      /** The external page that linked to the site. */
      utm_term: string | null
      /** The external page that linked to the site. */
      utm_content: string | null
      device: 'desktop' | 'mobile' | 'tablet' | null
      /** The external page that linked to the site. */
      browser: string | null
      /** The external page that linked to the site. */
      operating_system: string | null
      /** The external page that linked to the site. */
      time_zone: string | null
      first_seen_at: string | null
      /** Null while they are offline. */
      online: {
        online_since: string
        /** The current page and when it was opened; null if unknown. */
        page: {
          url: string
          title: string
          at: string
        } | null
      } | null
      /** Newest first, at most 50. */
      pages: {
        url: string
        title: string
        at: string
      }[]
      /** Progress of the erasure; null if none was started. */
      erasing: {
        done: number
        total: number
      } | null
      /** Null if they aren't blocked. */
      blocked: {
        at: string
        /** Null if the block doesn't expire. */
        until: string | null
        /** Visible to the team only; may be empty. */
        reason: string
        by_name: string
      } | null
      /** Whether the contact has opened the chat in a browser, so messages can reach them there. */
      has_browser: boolean
      /** When they unsubscribed from the workspace's emails; null if they haven't. */
      unsubscribed_at: string | null
      /** Contacts merged into this one, newest first. */
      merges: {
        id: string
        source: {
          id: string
          name: string | null
          email: string | null
        }
        /** The current contact, even if the target has since been merged into another one. */
        target_id: string
        by_name: string
        at: string
        /** Null if the merge can't be undone: it was undone already, or the target has been merged into another contact, and that merge must be undone first. */
        undo_until: string | null
        undone_at: string | null
      }[]
      /** Newest first, at most 20. */
      consents: {
        id: number
        kind: 'opened' | 'page' | 'ended'
        at: string
        /** The text that the visitor was shown, as reported by the host page; empty if it reported none. */
        text: string
        /** URL of the page; null if unknown. */
        url: string | null
      }[]
      /** Number of visits. Pages within half an hour of each other belong to one visit. */
      visits: number
      /** Number of the team's notes about the contact. */
      note_count: number
      /** Null if they have no record in a connected HubSpot account. */
      hubspot: {
        url: string
        /** The chosen properties that have a value, in their order. */
        properties: {
          name: string
          label: string
          type: 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'list'
          /** `true` or `false`, a number, a day, a time in ISO 8601, or a text. Of a list, the labels. */
          value: string
        }[]
      } | null
      /** The scenarios that set current values, by `name`, `email`, … or the id of a custom field. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
    }
  }
  /** Lists conversations, notes and changes of a contact, newest first. The id of a merged contact returns the timeline of the contact it was merged into. */
  listContactTimeline: {
    input: { contact_id: string } & {
      kind?: 'note' | 'conversation' | 'visit' | 'change'
      /** The `next` value of the previous page. */
      cursor?: string
      limit?: number
    }
    output: {
      items: (
        | {
            kind: 'note'
            id: string
            at: string
            actor: {
              id: string
              name: string
            } | null
            body: string
            edited_at: string | null
            version: number
          }
        | {
            kind: 'change'
            id: string
            at: string
            actor: {
              id: string
              name: string
            } | null
            /** The scenario that set the values; null if none did. */
            scenario: {
              id: string
              name: string
            } | null
            changes: {
              /** `name`, `email`, … or the id of a custom field. */
              field: string
              /** Name of the custom field at that time; null for other fields. */
              label: string | null
              /** The previous value. Owners are given by name. */
              before: string | number | boolean | null
              after: string | number | boolean | null
              /** The merge, which can be undone for a while. */
              merge_id?: string
            }[]
          }
        | {
            kind: 'visit'
            id: string
            at: string
            until: string
            /** Number of pages visited, and the newest of them, at most 20. */
            count: number
            pages: {
              url: string
              title: string
            }[]
          }
        | {
            kind: 'conversation'
            id: string
            at: string
            number: number
            subject: string
            status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
          }
      )[]
      next: string | null
    }
  }
  /** Lists the visitors who have a page with the chat open. */
  listOnlineVisitors: {
    input: Record<string, never>
    output: {
      items: {
        id: string
        name: string | null
        email: string | null
        kind: 'visitor' | 'lead' | 'user'
        /** Null until the contact's first visit: imports don't set it. */
        locale: 'en' | 'sk' | null
        /** Null if they have never visited the site. */
        last_seen_at: string | null
        integration_id: string
        first_seen_at: string | null
        /** Created on the preview page. */
        is_test: boolean
        conversations: number
        /** Incremented on every change, so older events never overwrite newer data. */
        version: number
        online_since: string
        /** The current page and when it was opened; null if unknown. */
        page: {
          url: string
          title: string
          at: string
        } | null
      }[]
      total: number
    }
  }
  /** Creates a contact. The caller chooses the id; a repeated call returns the existing contact. */
  createContact: {
    input: {
      name: string
      email?: string | null
      phone?: (unknown & unknown) | null
      company?: string | null
      city?: string | null
      country?: string | null
      external_id?: string | null
      owner_id?: string | null
      add_tag_ids?: string[]
      remove_tag_ids?: string[]
      fields?: Record<string, string | number | boolean | null>
      id: string
    }
    output: {
      id: string
      name: string | null
      email: string | null
      kind: 'visitor' | 'lead' | 'user'
      /** Null until the contact's first visit: imports don't set it. */
      locale: 'en' | 'sk' | null
      /** Null if they have never visited the site. */
      last_seen_at: string | null
      phone: string | null
      company: string | null
      city: string | null
      /** ISO 3166-1 alpha-2 code. */
      country: string | null
      /** The id in the customer's own system, unique in the workspace. */
      external_id: string | null
      /** The member responsible for the contact. */
      owner_id: string | null
      /** In the order in which they were added. Ids of deleted tags are included. */
      tag_ids: string[]
      fields: Record<string, string | number | boolean>
      /** When they were last verified by a signature. */
      verified_at: string | null
      /** How they were verified: by a token that the page passed. */
      verified_by: 'jwt' | null
      /** When the current address was verified. */
      email_verified_at: string | null
      /** The external page that linked to the site. */
      import_file: string | null
      /** The external page that linked to the site. */
      first_page: string | null
      /** The external page that linked to the site. */
      referrer: string | null
      /** The external page that linked to the site. */
      utm_source: string | null
      /** The external page that linked to the site. */
      utm_medium: string | null
      /** The external page that linked to the site. */
      utm_campaign: string | null
      /** The external page that linked to the site. */
      utm_term: string | null
      /** The external page that linked to the site. */
      utm_content: string | null
      device: 'desktop' | 'mobile' | 'tablet' | null
      /** The external page that linked to the site. */
      browser: string | null
      /** The external page that linked to the site. */
      operating_system: string | null
      /** The external page that linked to the site. */
      time_zone: string | null
      first_seen_at: string | null
      /** Null while they are offline. */
      online: {
        online_since: string
        /** The current page and when it was opened; null if unknown. */
        page: {
          url: string
          title: string
          at: string
        } | null
      } | null
      /** Newest first, at most 50. */
      pages: {
        url: string
        title: string
        at: string
      }[]
      /** Progress of the erasure; null if none was started. */
      erasing: {
        done: number
        total: number
      } | null
      /** Null if they aren't blocked. */
      blocked: {
        at: string
        /** Null if the block doesn't expire. */
        until: string | null
        /** Visible to the team only; may be empty. */
        reason: string
        by_name: string
      } | null
      /** Whether the contact has opened the chat in a browser, so messages can reach them there. */
      has_browser: boolean
      /** When they unsubscribed from the workspace's emails; null if they haven't. */
      unsubscribed_at: string | null
      /** Contacts merged into this one, newest first. */
      merges: {
        id: string
        source: {
          id: string
          name: string | null
          email: string | null
        }
        /** The current contact, even if the target has since been merged into another one. */
        target_id: string
        by_name: string
        at: string
        /** Null if the merge can't be undone: it was undone already, or the target has been merged into another contact, and that merge must be undone first. */
        undo_until: string | null
        undone_at: string | null
      }[]
      /** Newest first, at most 20. */
      consents: {
        id: number
        kind: 'opened' | 'page' | 'ended'
        at: string
        /** The text that the visitor was shown, as reported by the host page; empty if it reported none. */
        text: string
        /** URL of the page; null if unknown. */
        url: string | null
      }[]
      /** Number of visits. Pages within half an hour of each other belong to one visit. */
      visits: number
      /** Number of the team's notes about the contact. */
      note_count: number
      /** Null if they have no record in a connected HubSpot account. */
      hubspot: {
        url: string
        /** The chosen properties that have a value, in their order. */
        properties: {
          name: string
          label: string
          type: 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'list'
          /** `true` or `false`, a number, a day, a time in ISO 8601, or a text. Of a list, the labels. */
          value: string
        }[]
      } | null
      /** The scenarios that set current values, by `name`, `email`, … or the id of a custom field. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
    }
  }
  /** Updates details, custom fields and tags of a contact. Omitted fields keep their value. */
  updateContact: {
    input: { contact_id: string } & {
      name?: string | null
      email?: string | null
      phone?: (unknown & unknown) | null
      company?: string | null
      city?: string | null
      country?: string | null
      external_id?: string | null
      owner_id?: string | null
      add_tag_ids?: string[]
      remove_tag_ids?: string[]
      fields?: Record<string, string | number | boolean | null>
    }
    output: {
      id: string
      name: string | null
      email: string | null
      kind: 'visitor' | 'lead' | 'user'
      /** Null until the contact's first visit: imports don't set it. */
      locale: 'en' | 'sk' | null
      /** Null if they have never visited the site. */
      last_seen_at: string | null
      phone: string | null
      company: string | null
      city: string | null
      /** ISO 3166-1 alpha-2 code. */
      country: string | null
      /** The id in the customer's own system, unique in the workspace. */
      external_id: string | null
      /** The member responsible for the contact. */
      owner_id: string | null
      /** In the order in which they were added. Ids of deleted tags are included. */
      tag_ids: string[]
      fields: Record<string, string | number | boolean>
      /** When they were last verified by a signature. */
      verified_at: string | null
      /** How they were verified: by a token that the page passed. */
      verified_by: 'jwt' | null
      /** When the current address was verified. */
      email_verified_at: string | null
      /** The external page that linked to the site. */
      import_file: string | null
      /** The external page that linked to the site. */
      first_page: string | null
      /** The external page that linked to the site. */
      referrer: string | null
      /** The external page that linked to the site. */
      utm_source: string | null
      /** The external page that linked to the site. */
      utm_medium: string | null
      /** The external page that linked to the site. */
      utm_campaign: string | null
      /** The external page that linked to the site. */
      utm_term: string | null
      /** The external page that linked to the site. */
      utm_content: string | null
      device: 'desktop' | 'mobile' | 'tablet' | null
      /** The external page that linked to the site. */
      browser: string | null
      /** The external page that linked to the site. */
      operating_system: string | null
      /** The external page that linked to the site. */
      time_zone: string | null
      first_seen_at: string | null
      /** Null while they are offline. */
      online: {
        online_since: string
        /** The current page and when it was opened; null if unknown. */
        page: {
          url: string
          title: string
          at: string
        } | null
      } | null
      /** Newest first, at most 50. */
      pages: {
        url: string
        title: string
        at: string
      }[]
      /** Progress of the erasure; null if none was started. */
      erasing: {
        done: number
        total: number
      } | null
      /** Null if they aren't blocked. */
      blocked: {
        at: string
        /** Null if the block doesn't expire. */
        until: string | null
        /** Visible to the team only; may be empty. */
        reason: string
        by_name: string
      } | null
      /** Whether the contact has opened the chat in a browser, so messages can reach them there. */
      has_browser: boolean
      /** When they unsubscribed from the workspace's emails; null if they haven't. */
      unsubscribed_at: string | null
      /** Contacts merged into this one, newest first. */
      merges: {
        id: string
        source: {
          id: string
          name: string | null
          email: string | null
        }
        /** The current contact, even if the target has since been merged into another one. */
        target_id: string
        by_name: string
        at: string
        /** Null if the merge can't be undone: it was undone already, or the target has been merged into another contact, and that merge must be undone first. */
        undo_until: string | null
        undone_at: string | null
      }[]
      /** Newest first, at most 20. */
      consents: {
        id: number
        kind: 'opened' | 'page' | 'ended'
        at: string
        /** The text that the visitor was shown, as reported by the host page; empty if it reported none. */
        text: string
        /** URL of the page; null if unknown. */
        url: string | null
      }[]
      /** Number of visits. Pages within half an hour of each other belong to one visit. */
      visits: number
      /** Number of the team's notes about the contact. */
      note_count: number
      /** Null if they have no record in a connected HubSpot account. */
      hubspot: {
        url: string
        /** The chosen properties that have a value, in their order. */
        properties: {
          name: string
          label: string
          type: 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'list'
          /** `true` or `false`, a number, a day, a time in ISO 8601, or a text. Of a list, the labels. */
          value: string
        }[]
      } | null
      /** The scenarios that set current values, by `name`, `email`, … or the id of a custom field. */
      field_sources: Record<
        string,
        {
          id: string
          name: string
        }
      >
    }
  }
  /** Merges a contact into another one. The target keeps its values; missing ones come from the source: details, custom fields, tags, the earlier first visit, the later last visit and the longer block. Conversations, visits, notes and changes move to the target, as does everything the source's browser does from now on. The source's id resolves to the target. The caller chooses the id of the merge; a repeated call returns the same result. */
  mergeContact: {
    input: { contact_id: string } & {
      id: string
      into_id: string
      /** Confirms that the source's external id is dropped if both contacts have one. */
      drop_external_id?: boolean
    }
    output: {
      id: string
      source: {
        id: string
        name: string | null
        email: string | null
      }
      /** The current contact, even if the target has since been merged into another one. */
      target_id: string
      by_name: string
      at: string
      /** Null if the merge can't be undone: it was undone already, or the target has been merged into another contact, and that merge must be undone first. */
      undo_until: string | null
      undone_at: string | null
    }
  }
  /** Undoes a merge: restores the source with everything that moved and with what its browser has done since. Values that the merge filled in on the target are cleared unless they have changed since. What the team has written since stays with the target; a block added since stays with both. Repeating the call returns the same result. */
  undoContactMerge: {
    input: { merge_id: string }
    output: {
      id: string
      source: {
        id: string
        name: string | null
        email: string | null
      }
      /** The current contact, even if the target has since been merged into another one. */
      target_id: string
      by_name: string
      at: string
      /** Null if the merge can't be undone: it was undone already, or the target has been merged into another contact, and that merge must be undone first. */
      undo_until: string | null
      undone_at: string | null
    }
  }
  /** Blocks a contact from sending messages. Replaces an existing block. */
  blockContact: {
    input: { contact_id: string } & {
      until: string | null
      reason?: string
    }
    output: {
      at: string
      /** Null if the block doesn't expire. */
      until: string | null
      /** Visible to the team only; may be empty. */
      reason: string
      by_name: string
    }
  }
  /** Unblocks a contact. Does nothing if the contact isn't blocked. */
  unblockContact: {
    input: { contact_id: string }
    output: null
  }
  /** Adds a note about a contact for the team. The caller chooses the id; a repeated call returns the existing note. */
  createContactNote: {
    input: { contact_id: string } & {
      id: string
      body: string
    }
    output: {
      kind: 'note'
      id: string
      at: string
      actor: {
        id: string
        name: string
      } | null
      body: string
      edited_at: string | null
      version: number
    }
  }
  /** Updates a note. Only its author can; for others the note doesn't exist. */
  updateContactNote: {
    input: { contact_id: string; note_id: string } & {
      body: string
    }
    output: {
      kind: 'note'
      id: string
      at: string
      actor: {
        id: string
        name: string
      } | null
      body: string
      edited_at: string | null
      version: number
    }
  }
  /** Deletes a note. Only its author can; for others the note doesn't exist. */
  deleteContactNote: {
    input: { contact_id: string; note_id: string }
    output: null
  }
  /** Restores a deleted note. Only its author can; for others the note doesn't exist. */
  restoreContactNote: {
    input: { contact_id: string; note_id: string }
    output: {
      kind: 'note'
      id: string
      at: string
      actor: {
        id: string
        name: string
      } | null
      body: string
      edited_at: string | null
      version: number
    }
  }
  /** Lists the websites, files, texts and saved answers that the assistant reads. */
  listDataSources: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }[]
  }
  /** Returns a data source with its latest run. */
  getDataSource: {
    input: { source_id: string }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Lists the pages or files of a data source. Pass `next` as `cursor` to get the following page. */
  listDataSourceItems: {
    input: { source_id: string } & {
      status?: 'indexed' | 'skipped' | 'failed' | 'gone'
      /** Only items that the last run found new, changed or removed. */
      difference?: 'added' | 'changed' | 'removed'
      /** Words that must appear in the title or URL, in any order. */
      search?: string
      cursor?: string
      limit?: number
    }
    output: {
      items: {
        id: string
        source_id: string
        url: string | null
        title: string
        locale: 'en' | 'sk' | null
        status: 'indexed' | 'skipped' | 'failed' | 'gone'
        reason:
          | 'unreachable'
          | 'timeout'
          | 'blocked_address'
          | 'robots_denied'
          | 'http_error'
          | 'http_denied'
          | 'http_missing'
          | 'http_busy'
          | 'http_broken'
          | 'not_html'
          | 'too_large'
          | 'too_many_redirects'
          | 'off_site'
          | 'no_text'
          | 'noindex'
          | 'bad_encoding'
          | 'wrong_type'
          | 'encrypted'
          | 'broken_file'
          | 'too_deep'
          | 'too_complex'
          | 'page_limit'
          | 'plan_limit'
          | 'excluded'
          | 'duplicate'
          | 'internal'
          | null
        words: number
        is_enabled: boolean
        fetched_at: string | null
        changed_at: string | null
      }[]
      next: string | null
    }
  }
  /** Returns a page or file with the clean text that the assistant reads. */
  getDataSourceItem: {
    input: { source_id: string; item_id: string }
    output: {
      id: string
      source_id: string
      url: string | null
      title: string
      locale: 'en' | 'sk' | null
      status: 'indexed' | 'skipped' | 'failed' | 'gone'
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      words: number
      is_enabled: boolean
      fetched_at: string | null
      changed_at: string | null
      text: string
    }
  }
  /** Lists the questions that the assistant couldn't answer: most asked first, then newest first. Questions with a pending suggested answer are left out. */
  listUnansweredQuestions: {
    input: Record<string, never>
    output: {
      items: {
        /** Derived from the words of the question, so the same question has the same id. */
        id: string
        /** The most recent wording. */
        question: string
        /** Other wordings, newest first. */
        others: string[]
        /** Number of people who asked it. */
        people: number
        asked_at: string
        /** The conversation in which it was last asked. */
        conversation_id: string
      }[]
      total: number
    }
  }
  /** Adds a website and starts reading it. */
  createWebsiteSource: {
    input: {
      start_url: string
      /** Number of links to follow from the start page; 0 reads the start page only. */
      depth?: number
      pages_max?: number
      /** Paths such as `/docs/**`; empty for all. */
      include?: string[]
      exclude?: string[]
      id: string
      name?: string
    }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Adds a text that the assistant can quote. */
  createTextSource: {
    input: {
      body: string
      id: string
      name: string
    }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Adds a saved answer to a question. */
  createQuestionSource: {
    input: {
      question: string
      alternatives?: string[]
      answer: string
      id: string
      unanswered_id?: string
    }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Adds a file, as multipart/form-data with the fields `id` and then `file`, at most 20 MiB. */
  uploadFileSource: {
    input: { id: string; file: Blob }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Updates a data source. Fields of other source types are rejected. A changed text or answer is indexed again; a changed website is indexed in its next run, and renamed if it was named after its URL. */
  updateDataSource: {
    input: { source_id: string } & {
      name?: string
      is_enabled?: boolean
      /** For websites only. */
      schedule?: 'off' | 'daily' | 'weekly'
      website?: {
        start_url: string
        /** Number of links to follow from the start page; 0 reads the start page only. */
        depth?: number
        pages_max?: number
        /** Paths such as `/docs/**`; empty for all. */
        include?: string[]
        exclude?: string[]
      }
      text?: {
        body: string
      }
      question?: {
        question: string
        alternatives?: string[]
        answer: string
      }
    }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Starts a run. The current content stays in use until the new content is ready. */
  syncDataSource: {
    input: { source_id: string }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Stops a run. What it has indexed so far stays. */
  stopDataSource: {
    input: { source_id: string }
    output: {
      id: string
      integration_id: string
      kind: 'website' | 'text' | 'question' | 'file' | 'api'
      name: string
      /** Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty. */
      config: {
        start_url?: string
        depth?: number
        pages_max?: number
        include?: string[]
        exclude?: string[]
        question?: string
        alternatives?: string[]
        answer?: string
        body?: string
        file_name?: string
        bytes?: number
      }
      locale: 'en' | 'sk' | null
      is_enabled: boolean
      status:
        | 'queued'
        | 'fetching'
        | 'indexing'
        | 'ready'
        | 'partial'
        | 'failed'
        | 'paused'
        | 'stale'
        | 'deleting'
      /** Number of items by outcome. Updated during a run. */
      found: number
      indexed: number
      skipped: number
      failed: number
      /** The URL of the page that is being crawled. */
      current_url: string | null
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      last_run_at: string | null
      schedule: 'off' | 'daily' | 'weekly'
      next_run_at: string | null
      /** When the website was confirmed as the workspace's own. Until then, at most 100 pages are read. */
      confirmed_at: string | null
      /** For type `api`: the first characters of the push key, and when it was last used, accurate to a minute. */
      push_key_prefix: string | null
      push_key_used_at: string | null
      /** Number of items that the last run found new, changed and removed. */
      added: number
      changed: number
      removed: number
      created_at: string
      version: number
    }
  }
  /** Deletes a data source with all its content. */
  deleteDataSource: {
    input: { source_id: string }
    output: null
  }
  /** Includes a page or file in the assistant's answers, or excludes it. */
  updateDataSourceItem: {
    input: { source_id: string; item_id: string } & {
      is_enabled: boolean
    }
    output: {
      id: string
      source_id: string
      url: string | null
      title: string
      locale: 'en' | 'sk' | null
      status: 'indexed' | 'skipped' | 'failed' | 'gone'
      reason:
        | 'unreachable'
        | 'timeout'
        | 'blocked_address'
        | 'robots_denied'
        | 'http_error'
        | 'http_denied'
        | 'http_missing'
        | 'http_busy'
        | 'http_broken'
        | 'not_html'
        | 'too_large'
        | 'too_many_redirects'
        | 'off_site'
        | 'no_text'
        | 'noindex'
        | 'bad_encoding'
        | 'wrong_type'
        | 'encrypted'
        | 'broken_file'
        | 'too_deep'
        | 'too_complex'
        | 'page_limit'
        | 'plan_limit'
        | 'excluded'
        | 'duplicate'
        | 'internal'
        | null
      words: number
      is_enabled: boolean
      fetched_at: string | null
      changed_at: string | null
    }
  }
  /** Removes a question from the list until it is asked again, or restores it. */
  dismissQuestion: {
    input: { question_id: string } & {
      is_dismissed: boolean
    }
    output: null
  }
  /** Lists members and pending invitations of the key's workspace. With a session: of the active workspace, or the one in `X-Integration-Id`. */
  listUsers: {
    input: Record<string, never>
    output: {
      users: {
        user_id: string
        name: string
        email: string
        /** The name that customers see; empty to use `name`. */
        display_name: string
        /** Id of the avatar. Each new picture has a new id. */
        avatar_id: string | null
        /** IANA name; null if not set. */
        time_zone: string | null
        /** The member's email signature. */
        signature: string
        role: 'owner' | 'admin' | 'editor' | 'agent' | 'viewer'
        /** If it withholds rights of `role`; null for most members. */
        custom_role: {
          id: string
          name: string
          /** Rights of the built-in role that the custom role takes away. */
          withheld: (
            | 'workspace.delete'
            | 'billing.manage'
            | 'team.manage'
            | 'settings.manage'
            | 'knowledge.manage'
            | 'knowledge.suggest'
            | 'tags.manage'
            | 'conversations.fields'
            | 'views.manage'
            | 'rules.manage'
            | 'conversations.answer'
            | 'conversations.delete'
            | 'messages.moderate'
            | 'contacts.manage'
            | 'contacts.export'
            | 'contacts.erase'
            | 'audit.see'
            | 'audit.keep'
            | 'conversations.keep'
            | 'members.reset'
            | 'reports.see'
          )[]
        } | null
        /** How much of the inbox they can see while they are an agent. */
        conversation_access: 'all' | 'team' | 'own'
        joined_at: string
        /** Accurate to ten minutes. Null if none of their sessions used this workspace last. */
        last_seen_at: string | null
        /** Number of open conversations assigned to them. */
        open_conversations: number
        availability: 'online' | 'away' | 'offline'
        is_idle: boolean
        /** Maximum number of open conversations to assign to them automatically; null for no limit. */
        capacity: number | null
        /** Languages that they reply in, as ISO 639-1 codes. */
        languages: string[]
        /** Working hours in `time_zone`, or in the workspace's time zone if not set: seven days, starting on Monday. Null if not set. */
        week:
          | {
              from: string
              to: string
            }[][]
          | null
        /** Working times of the next two weeks; empty if not set. */
        work_spans: [number, number][]
        /** The member's note about their hours. */
        hours_note: string
        /** Their two-factor authentication; null for callers who don't manage the team. */
        two_factor: 'none' | 'app' | 'passkey' | null
      }[]
      invitations: {
        id: string
        email: string
        role: 'owner' | 'admin' | 'editor' | 'agent' | 'viewer'
        custom_role: {
          id: string
          name: string
          /** Rights of the built-in role that the custom role takes away. */
          withheld: (
            | 'workspace.delete'
            | 'billing.manage'
            | 'team.manage'
            | 'settings.manage'
            | 'knowledge.manage'
            | 'knowledge.suggest'
            | 'tags.manage'
            | 'conversations.fields'
            | 'views.manage'
            | 'rules.manage'
            | 'conversations.answer'
            | 'conversations.delete'
            | 'messages.moderate'
            | 'contacts.manage'
            | 'contacts.export'
            | 'contacts.erase'
            | 'audit.see'
            | 'audit.keep'
            | 'conversations.keep'
            | 'members.reset'
            | 'reports.see'
          )[]
        } | null
        conversation_access: 'all' | 'team' | 'own'
        /** Teams that the invited person will join, without deleted ones. */
        team_ids: string[]
        state: 'pending' | 'accepted' | 'expired' | 'revoked'
        sent_at: string
        expires_at: string
      }[]
    }
  }
  /** Lists teams with their members, by name. */
  listTeams: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      /** Unique in the workspace, ignoring case. */
      name: string
      /** User ids of members. */
      member_ids: string[]
      assignment_mode: 'manual' | 'round_robin' | 'least_busy'
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }[]
  }
  /** Lists all tags of the workspace, by name. */
  listTags: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      /** Unique in the workspace, ignoring case and diacritics. */
      name: string
      color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }[]
  }
  /** Counts the conversations that have each tag. Unused tags are left out. */
  countTags: {
    input: Record<string, never>
    output: Record<string, number>
  }
  /** Lists the workspace's custom contact fields, in order. */
  listContactFields: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      /** The options of a `list` field; empty for other types. */
      options: string[]
      /** Position in the list, from 0. */
      position: number
      version: number
    }[]
  }
  /** Lists the workspace's custom conversation fields, in order. */
  listConversationFields: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      /** The options of a `list` field; empty for other types. */
      options: string[]
      /** Position in the list, from 0. */
      position: number
      version: number
      is_required: boolean
    }[]
  }
  /** Lists the team's canned replies and the caller's own, by shortcut. */
  listCannedReplies: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      /** Unique among the replies that a member sees, ignoring case and diacritics. Contains no spaces. */
      shortcut: string
      title: string
      /** Markdown with placeholders such as `{{contact.name|there}}`; empty if it has only files. */
      body: string
      /** Files sent with it, in order. */
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      /** Language of the customers it is for; null for all. */
      locale: 'en' | 'sk' | null
      /** The member who owns it; null if it is shared with the team. */
      owner_id: string | null
      updated_at: string
    }[]
  }
  /** Lists the team's macros and the caller's own, by name. */
  listMacros: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      /** Unique among the macros that a member sees, ignoring case and diacritics. */
      name: string
      /** At most one of each kind. They run in the order of `MacroAction`. */
      actions: (
        | {
            kind: 'reply'
            body: string
            is_sent: boolean
          }
        | {
            kind: 'note'
            body: string
          }
        | {
            kind: 'assignee'
            assignee_id: 'me' | string | null
          }
        | {
            kind: 'team'
            team_id: string | null
          }
        | {
            kind: 'tags'
            add: string[]
            remove: string[]
          }
        | {
            kind: 'priority'
            priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
          }
        | {
            kind: 'status'
            status: 'open' | 'resolved' | 'spam'
          }
        | {
            kind: 'snooze'
            hours: number
          }
      )[]
      /** Files sent with its reply, in order. */
      attachments: {
        /** Chosen by the sender, so that retries are safe. */
        id: string
        /** The file name given by the sender. It is a label, never a path. */
        name: string
        /** Detected from the content of the file. */
        content_type: string
        /** In bytes. */
        size: number
        /** The displayed size of an inline image, in pixels; null for other files. */
        width: number | null
        height: number | null
      }[]
      /** The member who owns it; null if it is shared with the team. */
      owner_id: string | null
      updated_at: string
    }[]
  }
  /** Lists the scenarios by position. */
  listScenarios: {
    input: Record<string, never>
    output: {
      id: string
      integration_id: string
      name: string
      description: string
      status: 'draft' | 'published' | 'paused' | 'archived'
      /** Position among the others, from 0. */
      position: number
      /** Trigger of the draft. */
      trigger_kind:
        | 'page_opened'
        | 'time_on_page'
        | 'scrolled'
        | 'exit_intent'
        | 'first_visit'
        | 'returning_visit'
        | 'launcher_clicked'
        | 'chat_opened'
        | 'custom_event'
        | 'conversation_started'
        | 'message'
        | 'not_answered'
        | 'outside_hours'
        | 'customer_silent'
        | 'team_silent'
        | 'rating_received'
        | 'manual'
      has_unpublished_changes: boolean
      /** Number of the version that starts new runs; null if it was never published. */
      published_version: number | null
      published_at: string | null
      updated_at: string
      stats: {
        started: number
        /** Runs in which the customer replied. */
        engaged: number
        completed: number
        /** Runs that entered the goal step; 0 if there is none. */
        goal_reached: number
        handed_over: number
      }
      /** Incremented on every saved change of the name, description or draft. */
      draft_version: number
      /** Null if the member was removed. */
      draft_saved_by: string | null
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }[]
  }
  /** Returns the opening hours and holidays. */
  getHours: {
    input: Record<string, never>
    output: {
      integration_id: string
      /** If false, the opening hours are unknown: the widget doesn't mention them, and every hour counts as open. */
      is_on: boolean
      /** IANA name, such as `Europe/Bratislava`. */
      time_zone: string
      /** Seven days, starting on Monday. */
      week: {
        from: string
        to: string
      }[][]
      holidays: {
        date: string
        name: string
        /** Whether it repeats every year on the same date. */
        is_yearly: boolean
      }[]
      /** The promised reply time while open, in minutes; null if there is none. */
      reply_promise_min: number | null
      /** The next open periods, in ms since 1970: at most 12 within 60 days. Empty while hours are off. */
      spans: [number, number][]
      /** Null if the settings are the defaults. */
      updated_at: string | null
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Returns the reply targets. */
  getTargets: {
    input: Record<string, never>
    output: {
      integration_id: string
      /** Time to the team's first reply, from when the customer started waiting. */
      first_reply_min: Record<string, number | null>
      /** Time to each later reply. */
      next_reply_min: Record<string, number | null>
      /** Resolves a conversation that waits for its customer after this many days of inactivity; null for never. */
      resolve_after_days: number | null
      /** Emails a reply that the customer hasn't seen once they have been offline for this many minutes; null for never. */
      email_delay_min: number | null
      /** When a member last set `resolve_after_days`, including to “never”; null if none has. */
      inactivity_set_at: string | null
      /** Null if the settings are the defaults. */
      updated_at: string | null
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Creates a tag. */
  createTag: {
    input: {
      name: string
      color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
    }
    output: {
      id: string
      integration_id: string
      /** Unique in the workspace, ignoring case and diacritics. */
      name: string
      color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Renames a tag or changes its color. */
  updateTag: {
    input: { tag_id: string } & {
      name?: string
      color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
    }
    output: {
      id: string
      integration_id: string
      /** Unique in the workspace, ignoring case and diacritics. */
      name: string
      color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Deletes a tag. If it is restored, conversations show it again. */
  deleteTag: {
    input: { tag_id: string }
    output: null
  }
  /** Restores a deleted tag. */
  restoreTag: {
    input: { tag_id: string }
    output: {
      id: string
      integration_id: string
      /** Unique in the workspace, ignoring case and diacritics. */
      name: string
      color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Replaces the tag with another one on all conversations and contacts, and deletes it permanently. */
  mergeTag: {
    input: { tag_id: string } & {
      into_id: string
    }
    output: {
      id: string
      integration_id: string
      /** Unique in the workspace, ignoring case and diacritics. */
      name: string
      color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
      created_at: string
      /** Incremented on every change, so older events never overwrite newer data. */
      version: number
    }
  }
  /** Creates a custom contact field. */
  createContactField: {
    input: {
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      options?: string[]
    }
    output: {
      id: string
      integration_id: string
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      /** The options of a `list` field; empty for other types. */
      options: string[]
      /** Position in the list, from 0. */
      position: number
      version: number
    }
  }
  /** Changes the name, options or position of a custom contact field. */
  updateContactField: {
    input: { field_id: string } & {
      name?: string
      options?: string[]
      /** The new position. Other fields move to make room. */
      position?: number
    }
    output: {
      id: string
      integration_id: string
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      /** The options of a `list` field; empty for other types. */
      options: string[]
      /** Position in the list, from 0. */
      position: number
      version: number
    }
  }
  /** Deletes a custom contact field with all its values. */
  deleteContactField: {
    input: { field_id: string }
    output: null
  }
  /** Creates a custom conversation field. */
  createConversationField: {
    input: {
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      options?: string[]
      is_required?: boolean
    }
    output: {
      id: string
      integration_id: string
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      /** The options of a `list` field; empty for other types. */
      options: string[]
      /** Position in the list, from 0. */
      position: number
      version: number
      is_required: boolean
    }
  }
  /** Changes a custom conversation field, its position, or whether it is required to resolve. */
  updateConversationField: {
    input: { field_id: string } & {
      name?: string
      options?: string[]
      /** The new position. Other fields move to make room. */
      position?: number
      is_required?: boolean
    }
    output: {
      id: string
      integration_id: string
      name: string
      type: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'link'
      /** The options of a `list` field; empty for other types. */
      options: string[]
      /** Position in the list, from 0. */
      position: number
      version: number
      is_required: boolean
    }
  }
  /** Deletes a custom conversation field with all its values. */
  deleteConversationField: {
    input: { field_id: string }
    output: null
  }
  /** Returns the metrics of a period: conversations, answers, response times and ratings. */
  getReport: {
    input: {
      /** Calendar days up to today: 7, 30 or 90. */
      days?: number
      /** For example `Europe/Bratislava`; defaults to the workspace's time zone. */
      time_zone?: string
      /** A custom period instead of `days`. Requires both days; at most 366 days. */
      from_day?: string
      until_day?: string
      team_id?: string | 'none'
      assignee_id?: string | 'none'
      tag_id?: string | 'none'
      locale?: 'en' | 'sk'
      origin?: 'contact' | 'member'
      hours?: 'open' | 'closed'
    }
    output: {
      days: number
      /** The time zone of the report's days and hours. */
      time_zone: string
      /** The first day of the period, and the first day of the previous period. */
      from_day: string
      until_day: string
      previous_from_day: string
      /** Whether the report is limited to conversations assigned to the caller, as for agents. */
      is_own: boolean
      current: {
        /** Unresolved at the end of the period, as known now: a reopened conversation counts as never resolved. */
        open: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        conversations: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        replied: number
        /** From the handover, or otherwise the first message, to the first reply of a person; null if there is none. */
        first_reply_median_s: number | null
        /** From the first message to the last time it was resolved. */
        first_reply_p90_s: number | null
        /** The team's unresolved conversations with something the caller hasn't read. */
        resolved: number
        /** Who resolved the conversations that are resolved now. */
        resolved_by: Record<string, number>
        /** From the first message to the last time it was resolved. */
        resolution_median_s: number | null
        /** The team's unresolved conversations with something the caller hasn't read. */
        reopened: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        rated: number
        /** From 1 to 5. */
        rating_average: number | null
        /** Number of ratings with each score, from 1 to 5. */
        rating_counts: number[]
        /** Conversations with a reply target: those without an overdue reply, and the others. */
        sla_met: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        sla_missed: number
      }
      previous: {
        /** Unresolved at the end of the period, as known now: a reopened conversation counts as never resolved. */
        open: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        conversations: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        replied: number
        /** From the handover, or otherwise the first message, to the first reply of a person; null if there is none. */
        first_reply_median_s: number | null
        /** From the first message to the last time it was resolved. */
        first_reply_p90_s: number | null
        /** The team's unresolved conversations with something the caller hasn't read. */
        resolved: number
        /** Who resolved the conversations that are resolved now. */
        resolved_by: Record<string, number>
        /** From the first message to the last time it was resolved. */
        resolution_median_s: number | null
        /** The team's unresolved conversations with something the caller hasn't read. */
        reopened: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        rated: number
        /** From 1 to 5. */
        rating_average: number | null
        /** Number of ratings with each score, from 1 to 5. */
        rating_counts: number[]
        /** Conversations with a reply target: those without an overdue reply, and the others. */
        sla_met: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        sla_missed: number
      }
      /** Null for agents, because conversations of the assistant are unassigned. */
      assistant: {
        current: {
          /** The team's unresolved conversations with something the caller hasn't read. */
          involved: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          answered: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          confirmed: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          silent: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          handed_over: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          taken_over: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          reopened_soon: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          resolved_by_assistant: number
          handed_over_by: Record<string, number>
        }
        previous: {
          /** The team's unresolved conversations with something the caller hasn't read. */
          involved: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          answered: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          confirmed: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          silent: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          handed_over: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          taken_over: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          reopened_soon: number
          /** The team's unresolved conversations with something the caller hasn't read. */
          resolved_by_assistant: number
          handed_over_by: Record<string, number>
        }
      } | null
      /** Every day of the period, oldest first, by who handles the conversations now. */
      by_day: {
        /** A date such as `2026-11-20`, in the report's time zone. */
        day: string
        /** The team's unresolved conversations with something the caller hasn't read. */
        scenario: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        assistant: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        team: number
        /** Unresolved at the end of the day. The other counts are of conversations that started on this day. */
        open: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        resolved: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        resolved_by_assistant: number
        /** Answered by the assistant, without a person. */
        answered: number
        /** From the first message to the last time it was resolved. */
        first_reply_median_s: number | null
        /** From the first message to the last time it was resolved. */
        resolution_median_s: number | null
        rating_average: number | null
      }[]
      /** The same number of days before the period. */
      previous_by_day: {
        /** A date such as `2026-11-20`, in the report's time zone. */
        day: string
        /** The team's unresolved conversations with something the caller hasn't read. */
        scenario: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        assistant: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        team: number
        /** Unresolved at the end of the day. The other counts are of conversations that started on this day. */
        open: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        resolved: number
        /** The team's unresolved conversations with something the caller hasn't read. */
        resolved_by_assistant: number
        /** Answered by the assistant, without a person. */
        answered: number
        /** From the first message to the last time it was resolved. */
        first_reply_median_s: number | null
        /** From the first message to the last time it was resolved. */
        resolution_median_s: number | null
        rating_average: number | null
      }[]
      /** Conversations by the weekday, Monday first, and the hour they started: 7 × 24. */
      by_hour: number[][]
    }
  }
  /** Returns the metrics of each member. Agents get only their own. Members without any are left out. */
  listMemberStats: {
    input: {
      /** Calendar days up to today: 7, 30 or 90. */
      days?: number
      /** For example `Europe/Bratislava`; defaults to the workspace's time zone. */
      time_zone?: string
      /** A custom period instead of `days`. Requires both days; at most 366 days. */
      from_day?: string
      until_day?: string
    }
    output: {
      user_id: string
      /** The team's unresolved conversations with something the caller hasn't read. */
      conversations: number
      /** The team's unresolved conversations with something the caller hasn't read. */
      replied: number
      /** From the first message to the last time it was resolved. */
      first_reply_median_s: number | null
      /** The team's unresolved conversations with something the caller hasn't read. */
      resolved: number
      /** The team's unresolved conversations with something the caller hasn't read. */
      rated: number
      /** From 1 to 5. */
      rating_average: number | null
    }[]
  }
  /** Lists the conversations that a metric counts, newest first; waiting ones are sorted by the longest wait. Agents get those assigned to them and all waiting ones that they can see. */
  listReportConversations: {
    input: {
      /** Calendar days up to today: 7, 30 or 90. */
      days?: number
      /** For example `Europe/Bratislava`; defaults to the workspace's time zone. */
      time_zone?: string
      /** A custom period instead of `days`. Requires both days; at most 366 days. */
      from_day?: string
      until_day?: string
      team_id?: string | 'none'
      assignee_id?: string | 'none'
      tag_id?: string | 'none'
      locale?: 'en' | 'sk'
      origin?: 'contact' | 'member'
      hours?: 'open' | 'closed'
      figure:
        | 'waiting'
        | 'open'
        | 'conversations'
        | 'replied'
        | 'resolved'
        | 'reopened'
        | 'rated'
        | 'sla_met'
        | 'sla_missed'
        | 'involved'
        | 'answered'
        | 'confirmed'
        | 'silent'
        | 'handed_over'
        | 'taken_over'
        | 'reopened_soon'
        | 'resolved_by_assistant'
      /** Started on this day. */
      day?: string
      /** Started on this day of the week, where 1 is Monday, at this hour. */
      weekday?: number
      hour?: number
      handler?: 'scenario' | 'assistant' | 'team'
      reason?:
        | 'asked_for_human'
        | 'nothing_found'
        | 'low_confidence_twice'
        | 'anger'
        | 'loop'
        | 'rule'
        | 'error'
        | 'plan_limit'
      resolved_by?: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown'
      score?: number
      cursor?: string
      limit?: number
    }
    output: {
      items: {
        id: string
        integration_id: string
        /** 1, 2, … within the workspace. */
        number: number
        contact: {
          id: string
          name: string | null
          email: string | null
          kind: 'visitor' | 'lead' | 'user'
          /** Null until the contact's first visit: imports don't set it. */
          locale: 'en' | 'sk' | null
          /** Null if they have never visited the site. */
          last_seen_at: string | null
        }
        subject: string
        status: 'open' | 'waiting' | 'snoozed' | 'resolved' | 'spam'
        handler: 'scenario' | 'assistant' | 'team'
        assignee_id: string | null
        /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
        team_id: string | null
        priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
        /** In the order in which they were added. Ids of deleted tags are ignored. */
        tag_ids: string[]
        /** Values of custom fields. Ids of deleted fields are ignored. */
        fields: Record<string, string | number | boolean>
        /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
        field_sources: Record<
          string,
          {
            id: string
            name: string
          }
        >
        /** Members mentioned in notes. */
        mentioned_ids: string[]
        locale: 'en' | 'sk'
        /** Highest `seq` of the conversation's messages, as the team sees them. */
        last_seq: number
        /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
        last_message_at: string
        last_message_preview: string
        /** Whether the last message is a note, which only the team sees. */
        last_message_is_note: boolean
        /** The author of the last message; null if there are no messages. */
        last_message_author: 'contact' | 'member' | 'assistant' | 'scenario' | 'system' | null
        /** Null unless the author is a member. */
        last_message_author_id: string | null
        /** When the customer started waiting for the team; null if they aren't waiting. */
        waiting_since: string | null
        /** When a reply is due; null if none is due or the SLA clock is paused. */
        due_at: string | null
        /** The earlier conversation that this one continues, if that one was resolved too long ago to be reopened. */
        follows_id: string | null
        /** The conversation that now contains its messages; null if it wasn't merged. */
        merged_into_id: string | null
        merged_into_number: number | null
        hand_over_at: string | null
        hand_over_reason:
          | 'asked_for_human'
          | 'nothing_found'
          | 'low_confidence_twice'
          | 'anger'
          | 'loop'
          | 'rule'
          | 'error'
          | 'plan_limit'
          | null
        snoozed_until: string | null
        /** `seq` of the entry that ended its last snooze. */
        unsnoozed_seq: number | null
        resolved_at: string | null
        /** Null if it isn't resolved. */
        resolved_by: 'member' | 'customer' | 'assistant' | 'silence' | 'rule' | 'unknown' | null
        /** When a member first replied to the customer. */
        first_reply_at: string | null
        /** How often it was reopened after being resolved. */
        reopen_count: number
        rating: {
          score: number
          comment: string | null
          rated_at: string
        } | null
        /** Number of scheduled replies. */
        scheduled_count: number
        /** The page from which the customer first wrote. */
        page_url: string | null
        /** Created on the preview page. */
        is_test: boolean
        /** `seq` of the last message that the customer has seen. */
        visitor_seen_seq: number
        /** `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`. */
        visitor_delivered_seq: number
        created_at: string
        /** Incremented on every change, so older events never overwrite newer data. */
        version: number
      }[]
      /** The team's unresolved conversations with something the caller hasn't read. */
      total: number
      next: string | null
    }
  }
}
