package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.fixtures.RepositoryFiles;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/examples/decode.py}, given what {@code kcat -f '%R%s'} prints of a topic with garbage in it. */
@Tag("integration")
class DecodeExampleTest {
    private static final byte[] SCHEMA = "{\"schema\": \"\\\"string\\\"\"}".getBytes(StandardCharsets.UTF_8);

    /** Confluent's byte 0, the id 7, and an Avro string of two letters. */
    private static final byte[] SOUND = {0, 0, 0, 0, 7, 4, 'o', 'k'};

    @TempDir
    private Path folder;

    @Test
    void garbageIsNamedAndPassedOver() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "python3 is not installed");
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/schemas/ids/", exchange -> {
            boolean known = exchange.getRequestURI().getPath().endsWith("/7");
            exchange.sendResponseHeaders(known ? 200 : 404, known ? SCHEMA.length : -1);
            if (known) {
                exchange.getResponseBody().write(SCHEMA);
            }
            exchange.close();
        });
        registry.start();
        try {
            byte[] cut = Arrays.copyOf(SOUND, 5);
            byte[] unknownSchema = {0, 0, 0, 0, 8, 4, 'n', 'o'};
            File errors = folder.resolve("errors").toFile();
            Process python = new ProcessBuilder(
                            "/usr/bin/python3",
                            RepositoryFiles.path("docs/examples/decode.py").toString(),
                            "http://127.0.0.1:" + registry.getAddress().getPort())
                    .redirectError(errors)
                    .start();
            try (OutputStream in = python.getOutputStream()) {
                in.write(framed(
                        SOUND, "garbage".getBytes(StandardCharsets.UTF_8), cut, new byte[0], unknownSchema, SOUND));
            }

            assertThat(python.getInputStream().readAllBytes()).asString().isEqualTo("\"ok\"\n\"ok\"\n");
            assertThat(python.waitFor()).isZero();
            assertThat(Files.readAllLines(errors.toPath()))
                    .extracting(line -> line.replaceFirst(":.*", ""))
                    .containsExactly(
                            "record 2 cannot be decoded",
                            "record 3 cannot be decoded",
                            "record 4 cannot be decoded",
                            "record 5 cannot be decoded");
        } finally {
            registry.stop(0);
        }
    }

    /** Each with its length before it. */
    private static byte[] framed(byte[]... values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (byte[] value : values) {
            out.writeInt(value.length);
            out.write(value);
        }
        return bytes.toByteArray();
    }
}
