package io.tidemark.schemas;

import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which of the {@linkplain FigureDoubt doubts} one request shows, as far as its event alone tells: {@link FigureDoubt#HELD_BACK},
 * {@link FigureDoubt#USAGE_BELOW_CHUNKS} and {@link FigureDoubt#ESTIMATE_BELOW_LENGTH}.
 *
 * @param bits in {@code [0, 16)}, as they are kept
 */
public record RequestDoubts(int bits) {
    private static final int TELLS_HELD_BACK = 1;
    private static final int HELD_BACK = 2;
    private static final int USAGE_BELOW_CHUNKS = 4;
    private static final int ESTIMATE_BELOW_LENGTH = 8;
    private static final int END = 16;

    /** Of two counts of one answer, which differ by less through a server that counts its end of sequence, or does not. */
    private static final double FAR = 0.9;

    private static final List<RequestDoubts> ALL =
            IntStream.range(0, END).mapToObj(RequestDoubts::new).toList();

    public static final RequestDoubts NONE = ofBits(0);

    public RequestDoubts {
        if (bits < 0 || bits >= END) {
            throw new IllegalArgumentException("bits must be in [0, " + END + ") but were " + bits);
        }
    }

    /** Those that {@link #bits} gave. */
    public static RequestDoubts ofBits(int bits) {
        return ALL.get(bits);
    }

    /** @param gaps its ITL, as its event has it */
    public static RequestDoubts of(RequestEvent event, LogHistogram gaps) {
        if (event.getOutcome() != Outcome.OK) {
            return NONE;
        }
        ArrivalPattern pattern = ArrivalPattern.of(event, gaps);
        boolean tells = pattern.isTellable() && !RequestClass.isCached(event.getRequestClass());
        return ofBits((tells ? TELLS_HELD_BACK : 0)
                | (tells && pattern.isHeldBack() ? HELD_BACK : 0)
                | (isUsageBelowChunks(event) ? USAGE_BELOW_CHUNKS : 0)
                | (isEstimateBelowLength(event) ? ESTIMATE_BELOW_LENGTH : 0));
    }

    private static boolean isUsageBelowChunks(RequestEvent event) {
        Integer tokens = event.getOutputTokens();
        return tokens != null
                && event.getTokenSource() != TokenSource.CHUNK_ESTIMATE
                && isFarBelow(tokens, event.getChunkCount());
    }

    private static boolean isEstimateBelowLength(RequestEvent event) {
        Integer tokens = event.getOutputTokens();
        Integer asked = event.getPlannedOutputTokens();
        return tokens != null
                && asked != null
                && event.getTokenSource() == TokenSource.CHUNK_ESTIMATE
                && event.getFinishReason() == FinishReason.LENGTH
                && isFarBelow(tokens, asked);
    }

    private static boolean isFarBelow(int fewer, int more) {
        return fewer <= FAR * more && more - fewer > 1;
    }

    /** Whether the request can show it. */
    public boolean tells(FigureDoubt doubt) {
        return doubt != FigureDoubt.HELD_BACK || (bits & TELLS_HELD_BACK) != 0;
    }

    /** Whether the request shows it. */
    public boolean shows(FigureDoubt doubt) {
        return switch (doubt) {
            case HELD_BACK -> (bits & HELD_BACK) != 0;
            case USAGE_BELOW_CHUNKS -> (bits & USAGE_BELOW_CHUNKS) != 0;
            case ESTIMATE_BELOW_LENGTH -> (bits & ESTIMATE_BELOW_LENGTH) != 0;
            case UNREAD_OUTPUT, SHORT_ANSWERS -> false;
        };
    }

    /** Whether nothing can be said of the request's value of this metric. */
    public boolean isUnfit(Metric metric) {
        return bits > TELLS_HELD_BACK
                && FigureDoubt.OF_ONE_REQUEST.stream()
                        .anyMatch(doubt -> shows(doubt) && doubt.metrics().contains(metric));
    }
}
