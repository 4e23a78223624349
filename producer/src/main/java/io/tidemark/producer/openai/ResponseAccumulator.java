package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.handler.codec.http.HttpHeaders;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.FinishReason;
import io.tidemark.events.TokenSource;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts what an answer holds. */
final class ResponseAccumulator {
    private static final String LOCATION = "location";

    private static final Set<String> KEPT_HEADERS = Set.of(
            "x-request-id",
            "server",
            LOCATION,
            "x-cache",
            "x-cache-hit",
            "x-worker-id",
            "x-backend",
            "x-served-by",
            "x-envoy-upstream-service-time",
            "openai-processing-ms",
            RetryAfter.HEADER);
    private static final int UNKNOWN_TOKENS = -1;
    private static final int MAX_CHOICES = 4_096;
    private static final int MAX_UNREAD = 5;
    private static final int MANY_UNREAD = 4;

    /** UTF-8 has about as many for a token of most scripts. */
    private static final int BYTES_PER_TOKEN = 4;

    private static final int LARGE_UNREAD_TOKENS = 8;

    /** Chunks with fewer characters in the mean are pieces of tokens. */
    private static final int MIN_TOKEN_CHARACTERS = 3;

    /** Of a token. */
    private static final int MAX_PIECES = 8;

    private final Map<String, String> headers = new HashMap<>();
    private final Optional<StringBuilder> text;
    private final Optional<StringBuilder> content;
    private Set<String> wantedHeaders = Set.of();
    private TokenUsage usage = TokenUsage.UNKNOWN;
    private final Set<String> finishReasons;
    private final FinishReasonUse finishReasonUse;
    private FinishReason finishReason = FinishReason.UNKNOWN;
    private String incomplete = "";
    private final BitSet choices = new BitSet();
    private final BitSet finished = new BitSet();
    private final BitSet resumed = new BitSet();
    private boolean goesOn;
    private boolean usageIsLast;
    private boolean hasReasoning;
    private int unreadChunks;
    private int unreadDeltas;
    private long unreadBytes;
    private long unreadBytesBefore;
    private String unknownEnd = "";
    private long characters;
    private boolean hasCalls;
    private final Set<String> unread = new TreeSet<>();
    private boolean endedWithoutDone;
    private int outputChunks;
    private int countedTokens;
    private boolean continuous;
    private long bytesReceived;

    private ResponseAccumulator(
            Optional<StringBuilder> text,
            Optional<StringBuilder> content,
            Set<String> finishReasons,
            FinishReasonUse finishReasonUse) {
        this.text = text;
        this.content = content;
        this.finishReasons = finishReasons;
        this.finishReasonUse = finishReasonUse;
    }

    /**
     * A tally that keeps what is asked for.
     *
     * @param text all output
     * @param content what a later turn resends: the first choice without its reasoning
     * @param finishReasons of whole answers, besides those that are known
     */
    static ResponseAccumulator create(
            boolean text, boolean content, Set<String> finishReasons, FinishReasonUse finishReasonUse) {
        return new ResponseAccumulator(
                text ? Optional.of(new StringBuilder()) : Optional.empty(),
                content ? Optional.of(new StringBuilder()) : Optional.empty(),
                finishReasons,
                finishReasonUse);
    }

    /** @param names in lower case, kept beside those that always are */
    void keepHeaders(Set<String> names) {
        wantedHeaders = names;
    }

    Map<String, String> headers() {
        return headers;
    }

    void headers(HttpHeaders received) {
        received.forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (KEPT_HEADERS.contains(name) || wantedHeaders.contains(name)) {
                // The query of a login page may hold a secret.
                headers.put(
                        name, name.equals(LOCATION) ? header.getValue().replaceFirst("[?#].*", "") : header.getValue());
            }
        });
        String date = received.get(RetryAfter.DATE);
        if (headers.containsKey(RetryAfter.HEADER) && date != null) {
            headers.put(RetryAfter.DATE, date);
        }
    }

    void bytes(int more) {
        bytesReceived += more;
    }

    int outputChunks() {
        return outputChunks;
    }

    /** Whether more output came than this many tokens; chunks that are pieces of tokens are not counted as one each. */
    boolean isBeyond(int tokens) {
        boolean arePieces = !hasCalls && characters < (long) MIN_TOKEN_CHARACTERS * outputChunks;
        return outputChunks > (arePieces ? (long) MAX_PIECES * tokens : tokens);
    }

    /**
     * Takes a delta.
     *
     * @return its output tokens, -1 where the server did not say
     */
    int delta(StreamMessage.Delta delta) {
        // No lambdas here: each would be an object for each chunk.
        if (delta.finishReason().isPresent()) {
            finished(delta.choice(), delta.finishReason().get());
        }
        if (delta.usage().isPresent()) {
            usage(delta.usage().get());
        }
        goesOn |= delta.goesOn();
        if (!delta.isOutput()) {
            silent(delta);
            return UNKNOWN_TOKENS;
        }
        choices.set(bounded(delta.choice()));
        if (delta.finishReason().isEmpty() && finished.get(bounded(delta.choice()))) {
            resumed.set(bounded(delta.choice()));
        }
        outputChunks++;
        characters += delta.characters();
        hasCalls |= delta.kind() == ChunkKind.TOOL;
        usageIsLast = false;
        unknownEnd = "";
        hasReasoning |= delta.kind() == ChunkKind.REASONING;
        if (text.isPresent()) {
            text.get().append(delta.text());
        }
        if (content.isPresent() && delta.kind() == ChunkKind.CONTENT && delta.choice() == 0) {
            content.get().append(delta.text());
        }
        return chunkTokens(delta);
    }

    private void silent(StreamMessage.Delta delta) {
        if (delta.kind() == ChunkKind.USAGE) {
            usageIsLast = usage.output().orElse(0) > 0; // zeros count nothing
        } else {
            unread(delta.unread());
        }
    }

    private void unread(Map<String, Integer> fields) {
        if (fields.isEmpty()) {
            return;
        }
        unreadChunks++;
        if (fields.keySet().stream().anyMatch(DeltaClassifier::isOfDelta)) {
            unreadDeltas++;
        }
        int bytes = fields.values().stream().mapToInt(Integer::intValue).sum();
        unreadBytes += bytes;
        unreadBytesBefore += outputChunks == 0 ? bytes : 0;
        fields.keySet().stream().limit(MAX_UNREAD - unread.size()).forEach(unread::add);
    }

    /** Takes a message that is no chunk and is not known. */
    void unknown(StreamMessage.Unknown message) {
        unread(message.unread());
        unknownEnd = outputChunks == 0 ? "" : message.description();
    }

    /** The last message after the output that is not known; empty if there is none. */
    String unknownEnd() {
        return unknownEnd;
    }

    private static int bounded(int choice) {
        return Math.min(Math.max(choice, 0), MAX_CHOICES);
    }

    /** Of several choices one that was broken off is kept, else the last one's. */
    private void finished(int choice, String written) {
        finished.set(bounded(choice));
        resumed.clear(bounded(choice));
        if (isIncomplete()) {
            return;
        }
        finishReason = FinishReasonParser.parse(written);
        boolean isKnown = finishReason != FinishReason.OTHER || finishReasons.contains(written);
        if (finishReason == FinishReason.ABORT || finishReason == FinishReason.ERROR) {
            incomplete = "the server aborted the answer: finish_reason is " + DeltaClassifier.name(written);
        } else if (!isKnown) {
            incomplete = "finish_reason is " + DeltaClassifier.name(written)
                    + ", which does not say that the answer is whole (if it does: request.finish_reasons)";
        }
    }

    /** Choices that came to their end with a finish reason: one before further output was none of the end. */
    int finishes() {
        return finished.cardinality() - resumed.cardinality();
    }

    /** Whether the server's own finish reason leaves open that it completed the answer. */
    boolean isIncomplete() {
        return !incomplete.isEmpty();
    }

    /** Why; empty if it is not incomplete. */
    String incomplete() {
        return incomplete;
    }

    /**
     * Whether an answer that was ended lacks its end: its server writes finish reasons, and a choice got none. A count of the whole
     * answer after its output stands for its end only while no answer has had a finish reason: some servers write none at all. Without a finish
     * reason, a message that is not known may have ended the answer.
     */
    boolean lacksFinish() {
        BitSet open = (BitSet) choices.clone();
        open.andNot(finished);
        boolean writesFinish = finishReasonUse.isKnown() || !finished.isEmpty();
        return !open.isEmpty() && (writesFinish || (goesOn && !usageIsLast) || !unknownEnd.isEmpty());
    }

    /** The answer is whole. */
    void whole() {
        finishReasonUse.onWhole(!choices.isEmpty() && choices.cardinality() == finished.cardinality());
    }

    /** That had output or came to their end. */
    int choices() {
        BitSet seen = (BitSet) choices.clone();
        seen.or(finished);
        return seen.cardinality();
    }

    /** Whether a count of the whole answer followed its output. */
    boolean usageIsLast() {
        return usageIsLast && outputChunks > 0;
    }

    /** For the text of an answer without output: what it held instead. */
    String unreadWords(Set<String> more) {
        Set<String> names = new TreeSet<>(unread);
        more.stream().limit(MAX_UNREAD - names.size()).forEach(names::add);
        int tokens = usage.corrected(outputChunks).output().orElse(0);
        String counted = tokens > 0 ? "usage counts " + tokens + " tokens" : "";
        String seen = names.isEmpty() ? "" : "not read: " + String.join(", ", names);
        return Stream.of(counted, seen)
                .filter(description -> !description.isEmpty())
                .map(description -> "; " + description)
                .collect(Collectors.joining());
    }

    /**
     * Where output was seen or counted that was not read as a chunk, so that times from chunks are not those of the output. Empty
     * if usage and chunks leave no room for it, unless so many deltas held something else that usage may count the rest alone.
     */
    private Set<String> unreadOutput(OptionalInt counted) {
        int beyond = counted.orElse(0) - usage.output().orElse(0);
        int thought = Math.max(usage.reasoning().orElse(0), beyond);
        boolean isBeside = (long) outputChunks + thought <= counted.orElse(0) + 1L || thought > counted.orElse(0);
        boolean isHidden = thought > 1 && !hasReasoning && outputChunks > 0 && isBeside;
        boolean hasRoom = counted.isEmpty() || counted.getAsInt() > outputChunks + 1;
        boolean isMuch = unreadDeltas >= MANY_UNREAD && MANY_UNREAD * unreadDeltas >= outputChunks;
        boolean isUnread = (unreadChunks > 1 && (hasRoom || isMuch)) || isLargeUnread(counted);
        Set<String> names = new TreeSet<>(isUnread && outputChunks > 0 ? unread : Set.of());
        if (isHidden) {
            names.add(beyond > TokenUsage.TOLERATED ? "usage's total_tokens" : "usage's reasoning tokens");
        }
        return names;
    }

    /**
     * Whether messages held unread texts as long as a quarter of the answer, be it a single one, and usage has room for half of that. Texts before
     * the first chunk need no room: some servers do not count their reasoning.
     */
    private boolean isLargeUnread(OptionalInt counted) {
        long tokens = unreadBytes / BYTES_PER_TOKEN;
        boolean hasRoom = counted.isEmpty() || 2L * (counted.getAsInt() - outputChunks) >= tokens;
        return (hasRoom && isLarge(tokens, counted)) || isLarge(unreadBytesBefore / BYTES_PER_TOKEN, counted);
    }

    private boolean isLarge(long unreadTokens, OptionalInt counted) {
        return unreadTokens >= LARGE_UNREAD_TOKENS && MANY_UNREAD * unreadTokens >= counted.orElse(outputChunks);
    }

    /** The stream was over, but lacked {@code [DONE]}. */
    void endedWithoutDone() {
        endedWithoutDone = true;
    }

    void usage(TokenUsage counted) {
        usage = usage.updatedBy(counted);
    }

    /** A choice of an answer that is not streamed; of several one that was broken off gives the finish reason, else the last. */
    void unstreamedChoice(int position, String choice, JsonNode finish) {
        text.ifPresent(kept -> kept.append(choice));
        content.filter(StringBuilder::isEmpty).ifPresent(kept -> kept.append(choice));
        choices.set(bounded(position));
        Optional<String> written = DeltaClassifier.finishReason(finish);
        goesOn |= written.isEmpty() && !finish.isMissingNode();
        written.ifPresent(reason -> finished(position, reason));
    }

    /**
     * Usage on a chunk counts tokens so far; only when it was there from the first chunk on are the differences known. Of several
     * choices some servers count each by itself and some all together, and do not say which.
     */
    private int chunkTokens(StreamMessage.Delta delta) {
        OptionalInt soFar = delta.usage().isEmpty()
                ? OptionalInt.empty()
                : delta.usage().get().corrected(outputChunks).output();
        if (soFar.isEmpty() || delta.choice() > 0 || (outputChunks > 1 && !continuous)) {
            continuous = false;
            return UNKNOWN_TOKENS;
        }
        continuous = true;
        int tokens = Math.max(0, soFar.getAsInt() - countedTokens);
        countedTokens = soFar.getAsInt();
        return tokens;
    }

    ResponseSummary facts(OptionalInt status) {
        TokenUsage known = usage.corrected(outputChunks);
        // A server that sent output and counts 0 tokens did not count.
        boolean isCounted = known.output().isPresent() && (known.output().getAsInt() > 0 || outputChunks == 0);
        OptionalInt outputTokens =
                isCounted ? known.output() : outputChunks == 0 ? OptionalInt.empty() : OptionalInt.of(outputChunks);
        return new ResponseSummary(
                status,
                Map.copyOf(headers),
                finishReason,
                endedWithoutDone,
                !resumed.isEmpty(),
                known,
                outputTokens,
                outputTokens.isEmpty() ? TokenSource.UNKNOWN : source(isCounted),
                outputChunks,
                hasCalls || outputChunks == 0
                        ? OptionalInt.empty()
                        : OptionalInt.of((int) Math.min(characters, Integer.MAX_VALUE)),
                unreadOutput(known.output()),
                bytesReceived,
                text.map(StringBuilder::toString),
                content.map(StringBuilder::toString));
    }

    private TokenSource source(boolean isCounted) {
        if (!isCounted) {
            return TokenSource.CHUNK_ESTIMATE;
        }
        return continuous ? TokenSource.CONTINUOUS_USAGE : TokenSource.USAGE;
    }
}
