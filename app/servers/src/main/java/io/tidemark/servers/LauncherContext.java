package io.tidemark.servers;

import io.tidemark.schemas.time.Clocks;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What a launcher needs of the process that it is in.
 *
 * @param random of the ids of starts
 * @param environment of the process: where secrets, {@code ${env.NAME}} and programs are looked up
 * @param http asks servers whether they are ready
 * @param cache folder of what servers say to {@code --help}
 */
public record LauncherContext(
        Clocks clocks, RandomGenerator random, Map<String, String> environment, HttpClient http, Path cache) {
    public LauncherContext {
        environment = Map.copyOf(environment);
    }
}
