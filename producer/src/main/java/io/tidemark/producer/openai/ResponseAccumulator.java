package io.tidemark.producer.openai;

import io.netty.handler.codec.http.HttpHeaders;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.RequestDoubts;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts what an answer holds; where it ends, {@link AnswerEnd} knows. */
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

    /** Chunks with fewer characters in the mean are pieces of tokens. */
    private static final int MIN_TOKEN_CHARACTERS = 3;

    /** In the mean of a text, in UTF-8: half of what natural language has, for numbers. */
    private static final int MIN_REASONING_TOKEN_BYTES = 2;

    private final Map<String, String> headers = new HashMap<>();
    private final Optional<StringBuilder> text;
    private final Optional<StringBuilder> content;
    private Set<String> wantedHeaders = Set.of();
    /** Of the whole answer, as the server counted it. */
    private TokenUsage usage = TokenUsage.UNKNOWN;

    private final Map<Integer, TokenUsage> usageByChoice = new TreeMap<>();
    private final AnswerEnd end;
    private final UnreadFields unread = new UnreadFields();
    private int reasoningChunks;
    private long reasoningBytes;
    private long characters;
    private long bytes;
    private long readStampNanos;
    private int readChunks;
    private long readCharacters;
    private int largestReadChunks;
    private long largestReadCharacters;
    private boolean hasCalls;
    private boolean endedWithoutDone;
    private int outputChunks;
    private int countedTokens;
    private boolean continuous;
    private long bytesReceived;

    private ResponseAccumulator(Optional<StringBuilder> text, Optional<StringBuilder> content, AnswerEnd end) {
        this.text = text;
        this.content = content;
        this.end = end;
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
                new AnswerEnd(finishReasons, finishReasonUse));
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

    AnswerEnd end() {
        return end;
    }

    int outputChunks() {
        return outputChunks;
    }

    /** Whether more output came than this many tokens; chunks that are pieces of tokens are not counted as one each. */
    boolean isBeyond(int tokens) {
        boolean arePieces = !hasCalls && characters < (long) MIN_TOKEN_CHARACTERS * outputChunks;
        return outputChunks > (arePieces ? RequestDoubts.MAX_PIECES * tokens : tokens);
    }

    /**
     * Takes a delta.
     *
     * @param stampNanos of the read that brought it
     * @return its output tokens, -1 where the server did not say
     */
    int delta(StreamMessage.Delta delta, long stampNanos) {
        // No lambdas here: each would be an object for each chunk.
        if (delta.isOutput()) {
            end.output(delta.choice());
        }
        if (delta.finishReason().isPresent()) {
            end.finished(delta.choice(), delta.finishReason().get());
        }
        if (delta.usage().isPresent()) {
            usage(delta.choice(), delta.usage().get());
        }
        end.announced(delta.goesOn());
        if (!delta.isOutput()) {
            silent(delta);
            return UNKNOWN_TOKENS;
        }
        outputChunks++;
        characters += delta.characters();
        ofRead(delta, stampNanos);
        hasCalls |= delta.kind() == ChunkKind.TOOL;
        bytes += delta.bytes();
        if (delta.kind() == ChunkKind.REASONING) {
            reasoningChunks++;
            reasoningBytes += delta.bytes();
        }
        if (text.isPresent()) {
            text.get().append(delta.text());
        }
        if (content.isPresent() && delta.kind() == ChunkKind.CONTENT && delta.choice() == 0) {
            content.get().append(delta.text());
        }
        return chunkTokens(delta);
    }

    private void ofRead(StreamMessage.Delta delta, long stampNanos) {
        boolean isSame = readChunks > 0 && stampNanos == readStampNanos;
        readStampNanos = stampNanos;
        readChunks = isSame ? readChunks + 1 : 1;
        readCharacters = isSame ? readCharacters + delta.characters() : delta.characters();
        largestReadChunks = Math.max(largestReadChunks, readChunks);
        largestReadCharacters = Math.max(largestReadCharacters, readCharacters);
    }

    private OptionalInt largestReadTokens(OptionalInt outputTokens) {
        if (outputChunks == 0) {
            return OptionalInt.empty();
        }
        long ofText = outputTokens.orElse(0) * largestReadCharacters / Math.max(1, characters);
        return OptionalInt.of((int) Math.max(largestReadChunks, hasCalls ? 0 : ofText));
    }

    private void silent(StreamMessage.Delta delta) {
        if (delta.kind() == ChunkKind.USAGE) {
            end.usage(usage().output().orElse(0) > 0); // zeros count nothing
        } else if (!isOver()) {
            unread.addOfChunk(delta.unread(), outputChunks == 0);
        }
    }

    /** Whether each choice has come to its end: a field that is not read as output counts as nothing then, for some servers repeat the whole answer there. */
    private boolean isOver() {
        return outputChunks > 0 && end.finishes() >= end.choices();
    }

    /** Takes a message that is no chunk and is not known. */
    void unknown(StreamMessage.Unknown message) {
        if (!isOver()) {
            unread.add(message.unread(), outputChunks == 0);
        }
        end.unknown(message.description());
    }

    /** For the text of an answer without output: what it held instead. */
    String unreadWords(Set<String> more) {
        Set<String> names = unread.names(more);
        int tokens = usage().corrected(outputChunks).output().orElse(0);
        String counted = tokens > 0 ? "usage counts " + tokens + " tokens" : "";
        String seen = names.isEmpty() ? "" : "not read: " + String.join(", ", names);
        return Stream.of(counted, seen)
                .filter(description -> !description.isEmpty())
                .map(description -> "; " + description)
                .collect(Collectors.joining());
    }

    /**
     * Where output was seen or counted that was not read as a chunk, so that times from chunks are not those of the output. Empty
     * if usage and chunks leave no room for it, unless so many deltas held something else that usage may count the rest alone. Reasoning that comes as a
     * summary is one of few chunks and a short text; a token of any text has a byte.
     */
    private Set<String> unreadOutput(TokenUsage reported, OptionalInt counted) {
        int beyond = counted.orElse(0) - reported.output().orElse(0);
        int thought = Math.max(reported.reasoning().orElse(0), beyond);
        long shown = Math.max(reasoningChunks, reasoningBytes / MIN_REASONING_TOKEN_BYTES);
        boolean isBeside = outputChunks + thought - shown <= counted.orElse(0) + 1L || thought > counted.orElse(0);
        boolean isHidden = isAbove(thought, shown) && outputChunks > 0 && isBeside;
        boolean isBeyondText = isAbove(counted.orElse(0), bytes) && outputChunks > 0 && !hasCalls;
        boolean isUnread = outputChunks > 0 && unread.mayBeOutput(outputChunks, counted);
        Set<String> names = isUnread ? unread.names(Set.of()) : new TreeSet<>();
        if (isHidden) {
            names.add(beyond > TokenUsage.TOLERATED ? "usage's total_tokens" : "usage's reasoning tokens");
        }
        if (isBeyondText && names.isEmpty()) {
            names.add("usage's completion tokens");
        }
        return names;
    }

    private static boolean isAbove(int counted, long shown) {
        return counted > shown && !TokenUsage.agree(counted, shown);
    }

    /** The stream was over, but lacked {@code [DONE]}. */
    void endedWithoutDone() {
        endedWithoutDone = true;
    }

    /** @param choice that says it */
    void usage(int choice, TokenUsage counted) {
        if (counted.isOfOneChoice()) {
            usageByChoice.merge(AnswerEnd.bounded(choice), counted, TokenUsage::updatedBy);
        } else {
            usage = usage.updatedBy(counted);
        }
    }

    private TokenUsage usage() {
        return usageByChoice.isEmpty()
                ? usage
                : TokenUsage.ofChoices(usageByChoice.values()).updatedBy(usage);
    }

    /** A choice of an answer that is not streamed; of several one that was broken off gives the finish reason, else the last. */
    void unstreamedChoice(int position, String choice, Optional<String> finish, boolean goesOn) {
        text.ifPresent(kept -> kept.append(choice));
        content.filter(StringBuilder::isEmpty).ifPresent(kept -> kept.append(choice));
        end.output(position);
        end.announced(goesOn);
        finish.ifPresent(reason -> end.finished(position, reason));
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
        TokenUsage reported = usage();
        TokenUsage known = reported.corrected(outputChunks);
        // A server that sent output and counts 0 tokens did not count.
        boolean isCounted = known.output().isPresent() && (known.output().getAsInt() > 0 || outputChunks == 0);
        OptionalInt outputTokens =
                isCounted ? known.output() : outputChunks == 0 ? OptionalInt.empty() : OptionalInt.of(outputChunks);
        return new ResponseSummary(
                status,
                Map.copyOf(headers),
                end.finishReason(),
                endedWithoutDone,
                end.hasResumed(),
                known,
                outputTokens,
                outputTokens.isEmpty() ? TokenSource.UNKNOWN : source(isCounted),
                outputChunks,
                hasCalls || outputChunks == 0
                        ? OptionalInt.empty()
                        : OptionalInt.of((int) Math.min(characters, Integer.MAX_VALUE)),
                largestReadTokens(outputTokens),
                unreadOutput(reported, known.output()),
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
