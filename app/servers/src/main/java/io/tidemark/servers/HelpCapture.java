package io.tidemark.servers;

import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.servers.flags.HelpPage;
import io.tidemark.servers.process.Guard;
import io.tidemark.servers.process.GuardedCommand;
import io.tidemark.servers.process.ShellWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** What a server's command says to {@code --help}, asked once for each command and each version of its program. Thread-safe. */
final class HelpCapture {
    private static final Duration AT_MOST = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 4 << 20;
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "busybox");
    /** What vLLM says where {@code --help} lists no flags but groups of them. */
    private static final String WHOLE = "--help=all";

    private final Path folder;
    private final Map<String, String> process;
    /** By the file that keeps it; what is no help is kept here alone, so that the next process asks again. */
    private final Map<Path, String> outputs = new HashMap<>();

    /**
     * @param folder that answers are kept in
     * @param process the environment of this process
     */
    HelpCapture(Path folder, Map<String, String> process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * An answer.
     *
     * @param page empty if the command has no help that can be used
     * @param words the command that was asked; without a page, why there is none
     */
    record Answer(Optional<HelpPage> page, String words) {
        private static Answer none(String reason) {
            return new Answer(Optional.empty(), reason);
        }
    }

    Answer ask(Preparation preparation) throws InterruptedException {
        ServerRecipe recipe = preparation.request().server().recipe();
        if (!(recipe instanceof ServerRecipe.Command) && !(recipe instanceof ServerRecipe.SystemdUnit)) {
            return Answer.none("a server of server." + recipe.key() + " is not asked for its --help");
        }
        List<String> command = base(preparation);
        if (command.isEmpty()) {
            return Answer.none("server." + recipe.key() + " has no command to ask for its --help");
        }
        if (SHELLS.contains(String.valueOf(Path.of(command.get(0)).getFileName())) && command.contains("-c")) {
            return Answer.none("a script of " + command.get(0) + " -c is not asked for its --help");
        }
        return answer(preparation, command);
    }

    /** The command up to its first flag. */
    private static List<String> base(Preparation preparation) {
        List<String> words = new ArrayList<>();
        for (String word : preparation.serverCommand()) {
            if (word.startsWith("--") || word.equals(CommandTemplate.FLAGS)) {
                break;
            }
            words.add(word);
        }
        return words;
    }

    private Answer answer(Preparation preparation, List<String> command) throws InterruptedException {
        List<String> words = with(command, "--help");
        String text = output(preparation, words);
        if (text.contains(WHOLE)) {
            words = with(command, WHOLE);
            text = output(preparation, words);
        }
        String asked = ShellWords.join(preparation.mask().commandLine(words));
        HelpPage page = HelpPage.parse(text);
        return page.isUsable() ? new Answer(Optional.of(page), asked) : Answer.none(asked + " gave no list of flags");
    }

    private static List<String> with(List<String> command, String flag) {
        List<String> words = new ArrayList<>(command);
        words.add(flag);
        return words;
    }

    /** What the command says; nothing if that cannot be asked or kept. What is no help is not asked for again either. */
    private synchronized String output(Preparation preparation, List<String> words) throws InterruptedException {
        Path file = folder.resolve("help-" + key(preparation, words) + ".txt");
        String known = outputs.get(file);
        if (known != null) {
            return known;
        }
        String text = "";
        try {
            text = Files.isRegularFile(file) ? Files.readString(file) : "";
            if (text.isEmpty()) {
                text = run(preparation, words);
                keep(file, text);
            }
        } catch (IOException e) {
            text = ""; // as good as no help
        }
        outputs.put(file, text);
        return text;
    }

    private void keep(Path file, String text) throws IOException {
        if (HelpPage.parse(text).isUsable()) {
            PrivateFiles.createDirectories(folder);
            PrivateFiles.createIfMissing(file);
            Files.writeString(file, text);
        }
    }

    /** Under a guard: a command that knows no such flag and starts a server is ended with all that it started. */
    private static String run(Preparation preparation, List<String> words) throws InterruptedException {
        byte[][] output = {new byte[0]};
        GuardedCommand command = new GuardedCommand(
                preparation.startId(),
                words,
                preparation.environment().values(),
                preparation.request().server().directory(),
                GRACE,
                "",
                Optional.empty(),
                false);
        Guard guard = Guard.start(command, in -> output[0] = read(in));
        try {
            // No help in time is no help.
            return guard.endWithin(AT_MOST, GRACE) ? new String(output[0], StandardCharsets.UTF_8) : "";
        } catch (ExecutionException e) {
            return ""; // how the command ended is not known, so neither is whether it said all
        }
    }

    private static byte[] read(InputStream in) {
        try (in) {
            return in.readNBytes(MAX_BYTES);
        } catch (IOException e) {
            return new byte[0]; // it was ended while it wrote
        }
    }

    /** Of the command and of the file that it runs, so that another version is asked anew. */
    private String key(Preparation preparation, List<String> words) {
        String file = preparation
                .program(words.get(0), process)
                .map(path -> {
                    try {
                        return path.toRealPath() + " " + Files.getLastModifiedTime(path) + " " + Files.size(path);
                    } catch (IOException e) {
                        return path.toString(); // asked under its name alone
                    }
                })
                .orElse("");
        return Sha256.hex(String.join("\0", words) + "\0" + file).substring(0, 24);
    }
}
