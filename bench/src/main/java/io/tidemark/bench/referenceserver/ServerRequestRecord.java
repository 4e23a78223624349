package io.tidemark.bench.referenceserver;

/**
 * What the paced server did for one request, by the host's monotonic clock.
 *
 * @param readNanos after the read that completed the request
 * @param firstBegunNanos before the write of the first token
 * @param firstDoneNanos after it
 * @param lastBegunNanos before the write of the last token
 */
public record ServerRequestRecord(
        String request, long readNanos, long firstBegunNanos, long firstDoneNanos, long lastBegunNanos, int tokens) {
    static ServerRequestRecord parse(String line) {
        String[] words = line.split(" ", -1);
        return new ServerRequestRecord(
                words[0],
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Integer.parseInt(words[5]));
    }

    String line() {
        return request + " " + readNanos + " " + firstBegunNanos + " " + firstDoneNanos + " " + lastBegunNanos + " "
                + tokens;
    }
}
