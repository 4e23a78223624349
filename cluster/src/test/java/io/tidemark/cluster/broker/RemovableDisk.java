package io.tidemark.cluster.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A disk that goes away under a running broker. */
public final class RemovableDisk {
    private static final long LIMIT_SECONDS = 60;

    private RemovableDisk() {}

    /** Puts a file where the directory was: nothing can be created in it any more, not even by root. */
    public static void breakDirectory(Path directory) throws IOException {
        Files.move(directory, directory.resolveSibling("gone"));
        Files.createFile(directory);
    }

    public static void await(CompletionStage<Void> stage) throws Exception {
        stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
