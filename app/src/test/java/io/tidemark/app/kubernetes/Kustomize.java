package io.tidemark.app.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.tidemark.fixtures.RepositoryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Renders a folder of deploy/kubernetes by kubectl, which has kustomize built in. */
final class Kustomize {
    private static final Pattern VERSION = Pattern.compile("Kustomize Version: v(\\d+)\\.");
    private static final int OLDEST = 5;

    private final Optional<String> obstacle = obstacle();
    private final ConcurrentHashMap<String, List<HasMetadata>> rendered = new ConcurrentHashMap<>();

    /** What is applied of a folder. A test that asks is skipped where there is no kubectl with kustomize 5. */
    List<HasMetadata> resources(String folder) {
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElseThrow());
        return rendered.computeIfAbsent(
                folder,
                name -> StrictResources.parse(run(
                        "kubectl",
                        "kustomize",
                        RepositoryFiles.path("deploy/kubernetes/" + name).toString())));
    }

    /** The pods' containers and all else of the resources of one kind. */
    <T extends HasMetadata> List<T> resources(String folder, Class<T> kind) {
        return resources(folder).stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private static Optional<String> obstacle() {
        try {
            String version = run("kubectl", "version", "--client");
            boolean recent =
                    VERSION.matcher(version).results().anyMatch(found -> Integer.parseInt(found.group(1)) >= OLDEST);
            return recent ? Optional.empty() : Optional.of("kubectl has no kustomize 5: " + version.replace('\n', ' '));
        } catch (UncheckedIOException e) {
            return Optional.of("kubectl is not installed, which renders deploy/kubernetes");
        }
    }

    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
