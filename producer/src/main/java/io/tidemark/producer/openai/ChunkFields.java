package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.events.ChunkKind;
import io.tidemark.producer.openai.StreamMessage.Delta;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was found in a chunk so far, and what it makes the chunk; the rules are those of {@link DeltaClassifier}. */
final class ChunkFields {
    private final boolean keepText;
    private final long beginOffset;
    private int outputs;
    boolean hasChoice;
    boolean hasRole;
    boolean hasTool;
    boolean hasContent;
    boolean hasReasoning;
    boolean hasUnknown;
    boolean goesOn;
    int choice;
    /** Index behind the last byte of the text that was found last, from the message's first byte. */
    int textEnd;
    /** Of that text, in characters. */
    int textLength;
    /** Hash of the text of reasoning that was found last, and of its length. */
    int reasoningHash;
    /** Of all texts. */
    int characters;
    /** Of all texts, in UTF-8. */
    int bytes;

    @Nullable
    String finishReason;

    @Nullable
    TokenUsage usage;

    private final String[] texts;

    /** Where output text may stand, in the order in which a delta's text is put together. */
    enum Place {
        REASONING_CONTENT(0),
        REASONING(1),
        CONTENT(2),
        TEXT(3),
        REFUSAL(4);

        private final int slot;

        Place(int slot) {
            this.slot = slot;
        }

        /** From 0, without gaps. */
        int slot() {
            return slot;
        }

        boolean isReasoning() {
            return this == REASONING_CONTENT || this == REASONING;
        }
    }

    private static final String[] NO_TEXTS = {};

    /** @param beginOffset where the parser says that the message begins */
    ChunkFields(boolean keepText, long beginOffset) {
        this.keepText = keepText;
        this.beginOffset = beginOffset;
        this.texts = keepText ? new String[] {"", "", "", "", ""} : NO_TEXTS;
    }

    boolean keepsText() {
        return keepText;
    }

    void text(Place place, String text) {
        texts[place.slot()] = text;
    }

    /** There is text that is not empty, whose closing quote the parser has just read. */
    void output(Place place, int length, int utf8Bytes, long closingQuoteEndsAt) {
        outputs++;
        textLength = length;
        characters += length;
        bytes += utf8Bytes;
        textEnd = (int) (closingQuoteEndsAt - beginOffset) - 1;
        if (place.isReasoning()) {
            hasReasoning = true;
        } else {
            hasContent = true;
        }
    }

    /** A text that is there under another name, too: no chunk that differs in one text alone is like this one. */
    void repeatedOutput() {
        outputs++;
    }

    boolean hasOneText() {
        return outputs == 1;
    }

    Delta delta() {
        Optional<TokenUsage> counted = Optional.ofNullable(usage);
        if (!hasChoice) {
            return DeltaClassifier.ofUsage(MissingNode.getInstance(), counted);
        }
        return new Delta(
                kind(),
                choice,
                keepText ? String.join("", texts) : "",
                characters,
                bytes,
                goesOn,
                Optional.ofNullable(finishReason),
                counted,
                Map.of());
    }

    /** Whether it is no output and has something that is not known, or is no chunk at all: the reader of trees decides what that is. */
    boolean mayBeUnread() {
        boolean isOutput = hasContent || hasReasoning || hasTool;
        return hasChoice ? hasUnknown && !isOutput : usage == null;
    }

    private ChunkKind kind() {
        if (hasContent) {
            return ChunkKind.CONTENT;
        }
        if (hasReasoning) {
            return ChunkKind.REASONING;
        }
        if (hasTool) {
            return ChunkKind.TOOL;
        }
        if (finishReason != null) {
            return ChunkKind.FINISH;
        }
        return hasRole ? ChunkKind.ROLE : ChunkKind.UNKNOWN;
    }
}
