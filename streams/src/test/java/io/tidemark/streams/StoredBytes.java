package io.tidemark.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.stream.Stream;

/** Bytes that an older version wrote, as lines of Base64 beside the test that reads them. */
public final class StoredBytes {
    private StoredBytes() {}

    public static Stream<String> lines(Class<?> beside, String file) {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] decode(String base64) {
        return Base64.getDecoder().decode(base64);
    }
}
