package io.tidemark.app.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Settings of the registry's client on their way to a worker's standard input, as its first line: they may hold a password, and
 * neither a command line nor an environment keeps one.
 */
public final class RegistrySettings {
    private static final JsonMapper JSON = new JsonMapper();

    private RegistrySettings() {}

    static void write(Map<String, String> settings, OutputStream worker) throws IOException {
        worker.write((JSON.writeValueAsString(settings) + "\n").getBytes(StandardCharsets.UTF_8));
        worker.flush();
    }

    /** Reads the first line and nothing behind it; an end without a line is no settings. */
    public static Map<String, String> read(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = input.read();
        while (next >= 0 && next != '\n') {
            line.write(next);
            next = input.read();
        }
        try {
            return line.size() == 0
                    ? Map.of()
                    : JSON.readValue(line.toByteArray(), new TypeReference<Map<String, String>>() {});
        } catch (JsonProcessingException e) {
            // Not with the exception's own words, which quote what it read.
            throw new IOException("the first line of standard input is not a JSON object of texts");
        }
    }
}
