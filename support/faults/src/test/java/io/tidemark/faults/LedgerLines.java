package io.tidemark.faults;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the ledger says of each event of a drawn request: the figures that were drawn, not what was made of them. */
final class LedgerLines {
    private LedgerLines() {}

    static List<String> batches(GeneratedRequest request, long firstSequence) {
        int chunks = request.chunksNanos().size();
        int split = request.split();
        return switch (request.batches()) {
            case 0 -> List.of();
            case 1 -> List.of(batch(request, firstSequence, 0, chunks));
            default ->
                List.of(batch(request, firstSequence, 0, split), batch(request, firstSequence + 1, split, chunks));
        };
    }

    private static String batch(GeneratedRequest request, long sequence, int from, int until) {
        List<Long> chunks = request.chunksNanos();
        return String.join(
                "\t",
                "T",
                request.lane(),
                Long.toString(sequence),
                request.requestClass(),
                Long.toString(micros(request.due())),
                Long.toString(request.sentNanos()),
                Integer.toString(from),
                Long.toString(from == 0 ? 0 : chunks.get(from - 1)),
                joined(chunks.subList(from, until)));
    }

    static String end(GeneratedRequest request) {
        List<Long> chunks = request.chunksNanos();
        boolean none = chunks.isEmpty();
        return String.join(
                "\t",
                "R",
                request.lane(),
                Long.toString(request.number()),
                request.requestClass(),
                Long.toString(micros(request.due())),
                Long.toString(request.sentNanos()),
                Boolean.toString(request.ok()),
                none ? "-" : Long.toString(request.sentNanos() + chunks.get(0)),
                none ? "-" : Long.toString(request.endNanos()),
                Long.toString(request.endNanos()),
                none ? "-" : Integer.toString(chunks.size()),
                Integer.toString(GeneratedEvents.PROMPT_TOKENS),
                joined(IntStream.range(1, chunks.size())
                        .mapToObj(i -> chunks.get(i) - chunks.get(i - 1))
                        .toList()));
    }

    private static String joined(List<Long> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(","));
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
