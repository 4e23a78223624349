package io.tidemark.web.server;

/**
 * What one server takes.
 *
 * @param requestsPerSecond of one token, or of one address without a valid token; as many again may come at once
 * @param bodyBytes of one request
 */
public record WebLimits(int requestsPerSecond, long bodyBytes) {
    /** 50 requests per second and 1 MiB. */
    public static final WebLimits USUAL = new WebLimits(50, 1L << 20);

    public WebLimits {
        if (requestsPerSecond < 1) {
            throw new IllegalArgumentException("must be at least 1 request per second but was " + requestsPerSecond);
        }
        if (bodyBytes < 0) {
            throw new IllegalArgumentException("the limit of a body must not be negative but was " + bodyBytes);
        }
    }
}
