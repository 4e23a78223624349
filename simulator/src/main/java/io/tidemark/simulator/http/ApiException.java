package io.tidemark.simulator.http;

/** A request that is refused, worded as vLLM words it (envelope of v0.10.1 and later). */
final class ApiException extends RuntimeException {
    private final int status;
    private final String type;
    private final String param;

    private ApiException(int status, String type, String message, String param) {
        super(message);
        this.status = status;
        this.type = type;
        this.param = param;
    }

    static ApiException badRequest(String message, String param) {
        return new ApiException(400, "BadRequestError", message, param);
    }

    /** What FastAPI's validation gives. */
    static ApiException invalid(String message, String param) {
        return new ApiException(400, "Bad Request", "1 validation error:\n  " + message, param);
    }

    static ApiException unknownModel(String model) {
        return new ApiException(404, "NotFoundError", "The model `" + model + "` does not exist.", "model");
    }

    /** What Starlette gives for a wrong path or method. */
    static ApiException http(int status, String phrase) {
        return new ApiException(status, phrase, phrase, "");
    }

    /** The engine failed; also what an injected fault says. */
    static ApiException engine(int status) {
        String type = status >= 500 ? "InternalServerError" : "BadRequestError";
        return new ApiException(
                status, type, "EngineCore encountered an issue. See stack trace (above) for the root cause.", "");
    }

    int status() {
        return status;
    }

    String json() {
        return "{\"error\":{\"message\":" + Json.quoted(String.valueOf(getMessage())) + ",\"type\":" + Json.quoted(type)
                + ",\"param\":" + Json.quotedOrNull(param) + ",\"code\":" + status + "}}";
    }
}
