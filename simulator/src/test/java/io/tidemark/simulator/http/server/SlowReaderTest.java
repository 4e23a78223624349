package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stream is the same whether its client keeps up or lets two megabytes pile up on the server. */
@Tag("integration")
class SlowReaderTest {
    private static final String PROFILE = "{extends: demo-small, cost: {host-seconds: 1.0e-4, weights-seconds: 0,"
            + " per-token-seconds: 0, per-logit-row-seconds: 0, per-kv-token-seconds: 0, per-attention-seconds: 0,"
            + " per-sequence-seconds: 0, noise-sigma: 0}}";
    private static final String BODY =
            "{\"prompt\":\"a b\",\"max_tokens\":1000,\"ignore_eos\":true,\"stream\":true,\"n\":8}";
    private static final Pattern PIECE = Pattern.compile("\"index\":(\\d),\"text\":\"([^\"]*)\"");
    private static final int RECEIVE_BYTES = 4096;

    @Test
    void getsEveryPieceInOrder() throws IOException {
        try (SimulatorServer server = SimulatorServer.start(
                        new ServerConfigLoader().parse("test", PROFILE),
                        SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()));
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(RECEIVE_BYTES);
            socket.connect(new InetSocketAddress(server.host(), server.port()));
            socket.getOutputStream()
                    .write(("POST /v1/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: " + BODY.length() + "\r\n\r\n"
                                    + BODY)
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(Await.reached(() -> server.engineState().generatedTokens() == 8_000))
                    .isTrue();

            String slow = unchunked(new DataInputStream(socket.getInputStream()));

            String quick =
                    new HttpProbe(server.url()).post("/v1/completions", BODY).body();
            assertThat(pieces(slow)).hasSize(8_000).isEqualTo(pieces(quick));
            assertThat(slow).endsWith("\n\ndata: [DONE]\n\n");
        }
    }

    /** Index and text of each piece, in their order per index; which index comes when depends on the clock. */
    private static List<String> pieces(String body) {
        return PIECE.matcher(body)
                .results()
                .sorted(Comparator.comparing(piece -> piece.group(1)))
                .map(MatchResult::group)
                .toList();
    }

    private static String unchunked(DataInputStream in) throws IOException {
        String line = line(in);
        while (!line.isEmpty()) {
            line = line(in);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int length = Integer.parseInt(line(in), 16); length > 0; length = Integer.parseInt(line(in), 16)) {
            body.write(in.readNBytes(length));
            assertThat(line(in)).isEmpty();
        }
        assertThat(line(in)).isEmpty();
        assertThat(in.read()).isNegative();
        return body.toString(StandardCharsets.UTF_8);
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (char next = (char) in.readByte(); next != '\r'; next = (char) in.readByte()) {
            line.append(next);
        }
        assertThat(in.readByte()).isEqualTo((byte) '\n');
        return line.toString();
    }
}
