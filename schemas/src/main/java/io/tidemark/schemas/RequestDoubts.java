package io.tidemark.schemas;

import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which of the {@linkplain FigureDoubt#OF_ONE_REQUEST doubts that one request's event shows} a request shows, and which it could show: it is
 * counted among those of a doubt only if it could.
 *
 * @param bits in {@code [0, 256)}, as they are kept
 */
public record RequestDoubts(int bits) {
    private static final int TELLS = 1;
    private static final int SHOWS = 2;
    private static final int END = 1 << 8;

    /** Of two counts of one answer, which differ by less through a server that counts its end of sequence, or does not. */
    private static final double FAR = 0.9;

    /** Of a token in an answer: tokens of natural language have 4 to 7 in the mean, whole words 6 to 8 with their blank. */
    private static final long MAX_MEAN_CHARACTERS = 12;

    /** Of a chunk: some servers send one for each character, whatever a token is. */
    private static final long PIECE_CHARACTERS = 2;

    /** Chunks of one token, where chunks are pieces of tokens. */
    public static final long MAX_PIECES = 8;

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
        return NONE.with(
                        FigureDoubt.HELD_BACK,
                        pattern.isTellable() && !RequestClass.isCached(event.getRequestClass()),
                        pattern.isHeldBack())
                .with(
                        FigureDoubt.USAGE_CONTRADICTED,
                        isCountedByServer(event),
                        isUsageBelowChunks(event) || isUsageAboveLimit(event))
                .with(
                        FigureDoubt.ESTIMATE_CONTRADICTED,
                        isEstimate(event) && (isLengthKnown(event) || event.getOutputCharacters() != null),
                        isEstimateBelowLength(event) || isEstimateBelowText(event) || isEstimateAboveLimit(event))
                .with(FigureDoubt.UNREAD_OUTPUT, true, event.getUnreadOutput());
    }

    /** Output tokens that an answer was to have exactly, or -1 if it was free to have fewer or the server did not count them. */
    public static long exactTokens(RequestEvent event) {
        Integer asked = event.getPlannedOutputTokens();
        return event.getExactOutput() && isCountedByServer(event) && asked != null ? asked : -1;
    }

    private RequestDoubts with(FigureDoubt doubt, boolean tells, boolean shows) {
        return tells ? ofBits(bits | at(doubt, shows ? TELLS | SHOWS : TELLS)) : this;
    }

    private static int at(FigureDoubt doubt, int marks) {
        return switch (doubt) {
            case HELD_BACK -> marks;
            case USAGE_CONTRADICTED -> marks << 2;
            case ESTIMATE_CONTRADICTED -> marks << 4;
            case UNREAD_OUTPUT -> marks << 6;
            case SHORT_ANSWERS -> 0; // one request does not show it
        };
    }

    private static boolean isCountedByServer(RequestEvent event) {
        return event.getOutputTokens() != null && event.getTokenSource() != TokenSource.CHUNK_ESTIMATE;
    }

    private static boolean isUsageBelowChunks(RequestEvent event) {
        Integer tokens = event.getOutputTokens();
        return tokens != null && isFarBelow(tokens, event.getChunkCount()) && !isInPieces(event, tokens);
    }

    /** Whether an answer of so many tokens may have come in a chunk for each character. */
    private static boolean isInPieces(RequestEvent event, int tokens) {
        Integer characters = event.getOutputCharacters();
        return characters != null
                && characters < PIECE_CHARACTERS * event.getChunkCount()
                && characters <= MAX_PIECES * tokens;
    }

    /** More than the limit, while the chunks keep to it. */
    private static boolean isUsageAboveLimit(RequestEvent event) {
        Integer tokens = event.getOutputTokens();
        Integer asked = event.getPlannedOutputTokens();
        return tokens != null && asked != null && isFarBelow(asked, tokens) && event.getChunkCount() <= asked + 1;
    }

    private static boolean isEstimate(RequestEvent event) {
        return event.getOutputTokens() != null && event.getTokenSource() == TokenSource.CHUNK_ESTIMATE;
    }

    private static boolean isLengthKnown(RequestEvent event) {
        return event.getPlannedOutputTokens() != null && event.getFinishReason() == FinishReason.LENGTH;
    }

    private static boolean isEstimateBelowLength(RequestEvent event) {
        Integer tokens = event.getOutputTokens();
        Integer asked = event.getPlannedOutputTokens();
        return isLengthKnown(event) && tokens != null && asked != null && isFarBelow(tokens, asked);
    }

    private static boolean isEstimateBelowText(RequestEvent event) {
        Integer characters = event.getOutputCharacters();
        return characters != null && characters > MAX_MEAN_CHARACTERS * event.getChunkCount();
    }

    private static boolean isEstimateAboveLimit(RequestEvent event) {
        Integer asked = event.getPlannedOutputTokens();
        return asked != null && isFarBelow(asked, event.getChunkCount()) && isInPieces(event, asked);
    }

    private static boolean isFarBelow(int fewer, int more) {
        return fewer <= FAR * more && more - fewer > 1;
    }

    /** Whether the request can show it. */
    public boolean tells(FigureDoubt doubt) {
        return isMarked(doubt, TELLS);
    }

    /** Whether the request shows it. */
    public boolean shows(FigureDoubt doubt) {
        return isMarked(doubt, SHOWS);
    }

    private boolean isMarked(FigureDoubt doubt, int mark) {
        return (bits & at(doubt, mark)) != 0;
    }

    /** Whether nothing can be reported of the request's value of this metric. */
    public boolean isUnfit(Metric metric) {
        return FigureDoubt.OF_ONE_REQUEST.stream()
                .anyMatch(doubt -> shows(doubt) && doubt.metrics().contains(metric));
    }
}
