// Appwrite's errors: type, status and message. A handler throws an AppwriteError.

const CATALOGUE = {
  general_access_forbidden: [
    401,
    "No Appwrite project was specified. Please specify your project ID when initializing your Appwrite SDK.",
  ],
  general_argument_invalid: [400, "The request contains one or more invalid arguments."],
  general_cursor_not_found: [400, "The cursor is invalid."],
  general_phone_disabled: [503, "Phone provider not configured"],
  general_query_invalid: [400, "The query's syntax is invalid."],
  general_rate_limit_exceeded: [
    429,
    "Rate limit for the current endpoint has been exceeded. Please try again after some time.",
  ],
  general_route_not_found: [404, "The requested route was not found. Please refer to the API docs and try again."],
  general_unauthorized_scope: [401, "The current user or API key does not have the required scopes."],
  general_unknown: [500, "Server Error"],
  general_unknown_origin: [403, "Invalid Origin."],
  project_not_found: [
    404,
    "Project with the requested ID could not be found. Please check the value of the X-Appwrite-Project header to ensure the correct project ID is being used.",
  ],
  user_authenticator_already_verified: [409, "This authenticator is already verified on the current user."],
  user_authenticator_not_found: [404, "Authenticator could not be found on the current user."],
  user_already_exists: [409, "A user with the same id, email, or phone already exists in this project."],
  user_blocked: [403, "The current user has been blocked."],
  user_challenge_required: [
    401,
    "A recently successful challenge is required to complete this action. A challenge is considered recent for 5 minutes.",
  ],
  user_count_exceeded: [
    400,
    "The current project has exceeded the maximum number of users. Please check your user limit in the Appwrite console.",
  ],
  user_email_already_verified: [409, "User email is already verified"],
  user_email_not_verified: [400, "User email is not verified"],
  user_invalid_credentials: [401, "Invalid credentials. Please check the email and password."],
  user_invalid_token: [401, "Invalid token passed in the request."],
  user_jwt_invalid: [401, "The JWT token is invalid."],
  user_more_factors_required: [401, "More factors are required to complete the sign in process."],
  user_not_found: [404, "User with the requested ID could not be found."],
  user_phone_already_exists: [409, "A user with the same phone number already exists in the current project."],
  user_phone_not_found: [400, "The current user does not have a phone number associated with their account."],
  user_phone_not_verified: [400, "User phone is not verified"],
  user_recovery_codes_already_exists: [
    409,
    "The current user already generated recovery codes and they can only be read once for security reasons.",
  ],
  user_recovery_codes_not_found: [404, "Recovery codes could not be found on the current user."],
  user_session_already_exists: [401, "Creation of a session is prohibited when a session is active."],
  user_session_not_found: [404, "The current user session could not be found."],
  user_target_already_exists: [409, "A target with the same ID already exists."],
  user_unauthorized: [401, "The current user is not authorized to perform the requested action."],
  database_not_found: [404, "Database not found"],
  collection_not_found: [404, "Collection not found"],
  document_already_exists: [409, "Document with the requested ID already exists."],
  document_invalid_structure: [400, "The document structure is invalid."],
  document_missing_data: [400, "The document data is missing."],
  document_missing_payload: [
    400,
    "The document data and permissions are missing. You must provide either document data or permissions to be updated.",
  ],
  document_not_found: [404, "Document with the requested ID could not be found."],
  row_already_exists: [409, "Row with the requested ID already exists."],
  row_invalid_structure: [400, "The row structure is invalid."],
  row_missing_data: [400, "The row data is missing."],
  row_missing_payload: [
    400,
    "The row data and permissions are missing. You must provide either row data or permissions to be updated.",
  ],
  row_not_found: [404, "Row with the requested ID could not be found."],
  table_not_found: [404, "Table not found"],
  storage_bucket_already_exists: [409, "A storage bucket with the requested ID already exists."],
  storage_bucket_not_found: [404, "Storage bucket with the requested ID could not be found."],
  storage_file_already_exists: [409, "A storage file with the requested ID already exists."],
  storage_file_empty: [400, "Empty file passed to the endpoint."],
  storage_file_not_found: [404, "The requested file could not be found."],
  storage_file_type_unsupported: [400, "File extension not allowed"],
  storage_invalid_appwrite_id: [
    400,
    "The value for x-appwrite-id header is invalid. Please check the value of the x-appwrite-id header is a valid id and not unique().",
  ],
  storage_invalid_content_range: [
    400,
    "The content range is invalid. Please check the value of the Content-Range header.",
  ],
  storage_invalid_file_size: [400, "File size not allowed"],
  platform_already_exists: [
    409,
    "Platform with the same ID already exists in this project. Try again with a different ID.",
  ],
  database_already_exists: [409, "Database already exists"],
  collection_already_exists: [409, "Collection already exists"],
  attribute_already_exists: [409, "Attribute with the requested key already exists."],
  attribute_not_found: [404, "Attribute with the requested key could not be found."],
  attribute_unknown: [400, "The attribute required for the index could not be found."],
  attribute_not_available: [400, "The requested attribute is not yet available. Please try again later."],
  attribute_default_unsupported: [400, "Default values cannot be set for array or required attributes."],
  index_already_exists: [409, "Index with the requested key already exists."],
  index_not_found: [404, "Index with the requested key could not be found."],
  index_dependency: [409, "Attribute cannot be renamed or deleted. Please remove the associated index first."],
  table_already_exists: [409, "Table already exists"],
  column_already_exists: [409, "Column with the requested key already exists."],
  column_not_found: [404, "Column with the requested key could not be found."],
  column_unknown: [400, "The column required for the index could not be found."],
  column_not_available: [400, "The requested column is not yet available. Please try again later."],
  column_default_unsupported: [400, "Default values cannot be set for array or required columns."],
  column_index_already_exists: [409, "Index with the requested key already exists."],
  column_index_not_found: [404, "Index with the requested key could not be found."],
  column_index_dependency: [409, "Column cannot be renamed or deleted. Please remove the associated index first."],
  storage_invalid_range: [416, "The requested range is not satisfiable. Please check the value of the Range header."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorType = keyof typeof CATALOGUE;

/** An error as a real Appwrite responds with it. Each type has a default message. */
export class AppwriteError extends Error {
  readonly type: ErrorType;
  readonly code: number;

  constructor(type: ErrorType, message: string = CATALOGUE[type][1]) {
    super(message);
    this.name = "AppwriteError";
    this.type = type;
    this.code = CATALOGUE[type][0];
  }
}

/** What the HTTP server under Appwrite rejects: the response has a status and nothing else. */
export class RejectedRequest extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413) {
    super(`Rejected with ${status}`);
    this.name = "RejectedRequest";
    this.status = status;
  }
}
