package io.tidemark.producer.openai.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseParserTest {
    private final List<SseMessage> messages = new ArrayList<>();
    private final SseParser parser = new SseParser(message -> messages.add(message.copy()), new ScratchBuffer());

    private void read(long stampNanos, String text) {
        parser.feed(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8), stampNanos);
    }

    private List<String> data() {
        return messages.stream()
                .map(message -> new String(message.data(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void linesEndInLineFeedOrCarriageReturnOrBoth() {
        read(1, "data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\n");

        assertThat(data()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void aLineEndCutInTwoIsOneLineEnd() {
        read(1, "data: a\r");
        read(2, "\n\r");
        read(3, "\ndata: b\r");
        read(4, "\n\r\n");

        assertThat(data()).containsExactly("a", "b");
    }

    @Test
    void onlyOneSpaceAfterTheColonIsDropped() {
        read(1, "data:a\n\ndata:  b \n\n");

        assertThat(data()).containsExactly("a", " b ");
    }

    @Test
    void anEventWithoutDataIsNoneUnlessItIsAnError() {
        read(1, "data\n\ndata:\n\nevent: ping\ndata: \n\nid: 7\n\nevent: error\n\ndata: a\n\n");

        assertThat(messages.stream().map(SseMessage::event)).containsExactly("error", "");
        assertThat(data()).containsExactly("", "a");
    }

    @Test
    void severalDataLinesAreOneMessage() {
        read(1, "data: {\ndata: }\n\n");

        assertThat(data()).containsExactly("{\n}");
    }

    @Test
    void commentsAloneInAReadAreSkippedAndNothingIsGluedToThem() {
        read(1, ": ping\n\n");
        read(2, "data: a\n\n: ping\n");
        read(3, "data: b\n\n");

        assertThat(data()).containsExactly("a", "b");
    }

    @Test
    void eventNamesApplyToTheirMessageOnly() {
        read(1, "event: error\nid: 7\nretry: 10\ndata: x\n\ndata: y\n\n");

        assertThat(messages.stream().map(SseMessage::event)).containsExactly("error", "");
    }

    @Test
    void llamaCppsErrorLineIsAnErrorMessage() {
        read(1, "error: {\"code\":500}\n\ndata: [DONE]\n\n");

        assertThat(messages.get(0).event()).isEqualTo("error");
        assertThat(data()).containsExactly("{\"code\":500}", "[DONE]");
    }

    @Test
    void aCharacterCutInTwoIsWholeAgain() {
        byte[] bytes = "data: 龍\n\n".getBytes(StandardCharsets.UTF_8);
        parser.feed(Unpooled.wrappedBuffer(bytes, 0, 8), 1);
        parser.feed(Unpooled.wrappedBuffer(bytes, 8, bytes.length - 8), 2);

        assertThat(data()).containsExactly("龍");
    }

    @Test
    void aByteOrderMarkIsNotData() {
        read(1, "\uFEFFdata: a\n\n");

        assertThat(data()).containsExactly("a");
    }

    @Test
    void theStampIsThatOfTheReadThatHeldTheLastByteOfTheData() {
        read(10, "data: {\"a\":");
        read(20, "1}");
        read(30, "\n");
        read(40, "\n");

        assertThat(messages).hasSize(1);
        assertThat(messages.get(0).stampNanos()).isEqualTo(20);
    }

    @Test
    void sizesAddUpToTheBytesRead() {
        read(1, "data: abc\n\n: ping\n\ndata: d\n\n");

        // 11 bytes, then 8 of the comment and 9 of its own.
        assertThat(messages.stream().map(SseMessage::sizeBytes)).containsExactly(11, 17);
    }

    @Test
    void aLastMessageWithoutItsBlankLineCounts() {
        read(1, "data: [DONE]");
        parser.end();

        assertThat(data()).containsExactly("[DONE]");
    }

    @Test
    void aMessageWithoutEndIsRefused() {
        String line = "x".repeat(1 << 20);

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        read(i, line);
                    }
                })
                .isInstanceOf(SseException.class)
                .hasMessageContaining("8388608 bytes");
    }
}
