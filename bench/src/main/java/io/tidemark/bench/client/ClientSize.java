package io.tidemark.bench.client;

import java.util.List;

/**
 * What is sent.
 *
 * @param streams the numbers of concurrent streams that are tried
 * @param requestsPerStream how often each of them is used, on average, in a round
 * @param leastRequests in a round, however few streams there are
 */
public record ClientSize(List<Integer> streams, int requestsPerStream, int leastRequests, int rounds) {
    public static final ClientSize STANDARD = new ClientSize(List.of(10, 100, 500), 4, 200, 2);

    public ClientSize {
        streams = List.copyOf(streams);
    }

    int requests(int concurrent) {
        return Math.max(leastRequests, requestsPerStream * concurrent);
    }
}
