package io.tidemark.web.server;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * What one server takes.
 *
 * @param requestsPerSecond of one token, or of one address without a valid token; as many again may come at once
 * @param bodyBytes of one request
 * @param head until the head of a request is whole, from the beginning of its connection or the end of the answer before it
 * @param body until the body of a request is whole, from its head on
 * @param answer until the caller has read what is sent of an answer at once, 32 KiB at most; more takes as many times as long
 * @param connections at a time; further ones take the place of those that wait for a request, or are for probes alone
 * @param connectionsOfAddress of one address at a time, unless it is a trusted proxy's; of further ones the same holds
 */
public record WebLimits(
        int requestsPerSecond,
        long bodyBytes,
        Duration head,
        Duration body,
        Duration answer,
        int connections,
        int connectionsOfAddress) {
    /** 50 requests per second, a head in 30 s, 128 KiB in 30 s more, 32 KiB of an answer in 30 s, 1,024 connections, of which 256 of one address. */
    public static final WebLimits USUAL = new WebLimits(
            50, 128L << 10, Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30), 1024, 256);

    public WebLimits {
        if (requestsPerSecond < 1) {
            throw new IllegalArgumentException("must be at least 1 request per second but was " + requestsPerSecond);
        }
        if (bodyBytes < 0) {
            throw new IllegalArgumentException("the limit of a body must not be negative but was " + bodyBytes);
        }
        if (Stream.of(head, body, answer).anyMatch(time -> time.isNegative() || time.isZero())) {
            throw new IllegalArgumentException("the times of a head, a body and an answer must be positive but were "
                    + head + ", " + body + " and " + answer);
        }
        if (connectionsOfAddress < 1 || connections < connectionsOfAddress) {
            throw new IllegalArgumentException(
                    "connections must be at least those of one address, and these at least 1, but were " + connections
                            + " and " + connectionsOfAddress);
        }
    }

    /** The same with another rate. */
    public WebLimits withRate(int perSecond) {
        return new WebLimits(perSecond, bodyBytes, head, body, answer, connections, connectionsOfAddress);
    }
}
