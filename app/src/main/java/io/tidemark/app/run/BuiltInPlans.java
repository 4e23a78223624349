package io.tidemark.app.run;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The plans that come with the command. */
public final class BuiltInPlans {
    private BuiltInPlans() {}

    /** A first look at a server: three low rates. */
    public static List<Plan> firstLook(PlanFileOptions choice) {
        return load("/io/tidemark/app/run/plan.yaml", "first-look plan", choice);
    }

    /** The demo's two phases. */
    public static Plan demo() {
        return load("/io/tidemark/app/demo/plan.yaml", "demo plan", PlanFileOptions.AS_IT_IS)
                .get(0);
    }

    private static List<Plan> load(String resource, String name, PlanFileOptions choice) {
        try (InputStream in = Objects.requireNonNull(BuiltInPlans.class.getResourceAsStream(resource), resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PlanLoader.parse(text, new PlanLoader.Source(name, Path.of(".")), choice);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource + " of the command's own jar", e);
        }
    }
}
