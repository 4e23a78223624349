package io.tidemark.producer.validity;

import java.util.List;

/**
 * What the client says of a request.
 *
 * @param id the {@code X-Request-Id} that it sent
 * @param sinceSentNanos its stamp of each token, after its stamp of sending
 */
public record ClientTokenTimes(String id, List<Long> sinceSentNanos) {
    public ClientTokenTimes {
        sinceSentNanos = List.copyOf(sinceSentNanos);
    }
}
