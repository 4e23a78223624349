package io.tidemark.app.init;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * A commented plan for a target.
 *
 * @param model the model that it serves, if it was asked
 * @param keyVariable environment variable with the API key, if one is needed
 */
public record PlanTemplate(URI target, Optional<String> model, Optional<String> keyVariable) {
    private static final String PLAN = "plan.yaml";
    private static final String SCHEMA = "plan.schema.json";

    /** @param file the name that it will have, for the commands in its comments */
    public String text(String file) {
        return resource(PLAN)
                .replace("PLAN_FILE", file)
                .replace("TARGET_URL", target.toString())
                .replace(
                        "MODEL_LINE",
                        model.map(name -> "    model: " + quoted(name))
                                .orElse("#   model: my-model               # by default the one that it serves"))
                .replace(
                        "API_KEY_LINE",
                        keyVariable
                                .map(name -> "api_key: {env: " + quoted(name) + "}")
                                .orElse("# api_key: {env: OPENAI_API_KEY}      # never the key itself"));
    }

    /** The plan's schema, for editors. */
    public static String schema() {
        return resource(SCHEMA);
    }

    /** As YAML reads it as one text, whatever is in it. */
    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(PlanTemplate.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " of the command's own jar", e);
        }
    }
}
