package io.tidemark.app.run;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.PlanLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** The plans that come with the command. */
public final class BuiltInPlans {
    private BuiltInPlans() {}

    /** A first look at a server: three low rates. */
    public static Plan firstLook() {
        return load("/io/tidemark/app/run/plan.yaml", "first-look plan");
    }

    /** The demo's two phases. */
    public static Plan demo() {
        return load("/io/tidemark/app/demo/plan.yaml", "demo plan");
    }

    private static Plan load(String resource, String name) {
        try (InputStream in = Objects.requireNonNull(BuiltInPlans.class.getResourceAsStream(resource), resource)) {
            return PlanLoader.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), name, Path.of("."));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource + " of the command's own jar", e);
        }
    }
}
