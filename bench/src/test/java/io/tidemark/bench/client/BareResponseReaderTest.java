package io.tidemark.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BareResponseReaderTest {
    @Test
    void aRoleChunkIsNotContentAndTheLastChunkEndsIt() {
        BareResponseReader answer = new BareResponseReader("r", 10);

        take(answer, "data: {\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}\n\n", 20);
        take(answer, "data: {\"delta\":{\"content\":", 30);
        take(answer, "\"tide\"}}\n\ndata: [DONE]\n\n\r\n0\r", 40);
        assertThat(answer.isOver()).isFalse();
        take(answer, "\n\r\n", 50);

        assertThat(answer.isOver()).isTrue();
        assertThat(answer.seen()).isEqualTo(new ClientStamps("r", 10, 40));
    }

    private static void take(BareResponseReader answer, String text, long stampNanos) {
        answer.take(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), stampNanos);
    }
}
