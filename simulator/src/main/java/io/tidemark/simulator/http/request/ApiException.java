package io.tidemark.simulator.http.request;

import io.tidemark.simulator.http.request.ErrorFormat.Envelope;

/** A request that is refused, with the status, type and param that vLLM gives. */
public final class ApiException extends RuntimeException {
    private static final int TOO_MANY_REQUESTS = 429;

    private final int status;
    private final String type;
    private final String param;
    private final boolean retryLater;

    private ApiException(int status, String type, String message, String param) {
        this(status, type, message, param, false);
    }

    private ApiException(int status, String type, String message, String param, boolean retryLater) {
        super(message);
        this.status = status;
        this.type = type;
        this.param = param;
        this.retryLater = retryLater;
    }

    public static ApiException badRequest(String message, String param) {
        return new ApiException(400, "BadRequestError", message, param);
    }

    /**
     * A field of another type.
     *
     * @param place as FastAPI names it, e.g. {@code body.messages.0}
     */
    static ApiException invalid(String place, String noun) {
        return validation(place + ": Input should be a valid " + noun, place);
    }

    /** A field, or a whole body, that is not there. */
    static ApiException missing(String place) {
        return validation(place + ": Field required", place);
    }

    /** A body that is no JSON. */
    static ApiException notJson(String reason) {
        return validation("body: JSON decode error: " + reason, "body");
    }

    /** A body that does not say that it is JSON. */
    public static ApiException mediaType() {
        return validation("Unsupported Media Type: Only 'application/json' is allowed", "");
    }

    /** With the status and the type that FastAPI's validation gives. */
    static ApiException validation(String message, String param) {
        return new ApiException(400, "Bad Request", message, param);
    }

    public static ApiException unknownModel(String model) {
        return new ApiException(404, "NotFoundError", "The model `" + model + "` does not exist.", "model");
    }

    /** What Starlette gives for a wrong path or method. */
    public static ApiException http(int status, String phrase) {
        return new ApiException(status, phrase, phrase, "");
    }

    /** The engine failed; also what an injected fault says. */
    public static ApiException engine(int status) {
        String type = status >= 500 ? "InternalServerError" : "BadRequestError";
        return new ApiException(
                status, type, "EngineCore encountered an issue. See stack trace (above) for the root cause.", "");
    }

    /** What a gateway before vLLM says; vLLM itself queues without bound. */
    public static ApiException overloaded(int status) {
        boolean tooMany = status == TOO_MANY_REQUESTS;
        String type = tooMany ? "TooManyRequests" : "ServiceUnavailable";
        String message =
                tooMany ? "Too many requests. Please retry later." : "The server is overloaded. Please retry later.";
        return new ApiException(status, type, message, "", true);
    }

    public int status() {
        return status;
    }

    /** Whether the answer says when to come back. */
    public boolean retryLater() {
        return retryLater;
    }

    /** In the envelope of v0.10.1 and later. */
    public String json() {
        return json(Envelope.NESTED);
    }

    public String json(Envelope envelope) {
        String fields = "\"message\":" + JsonText.quoted(String.valueOf(getMessage())) + ",\"type\":"
                + JsonText.quoted(type) + ",\"param\":" + JsonText.quotedOrNull(param) + ",\"code\":" + status;
        return envelope == Envelope.NESTED ? "{\"error\":{" + fields + "}}" : "{\"object\":\"error\"," + fields + "}";
    }
}
