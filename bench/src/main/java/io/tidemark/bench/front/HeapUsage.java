package io.tidemark.bench.front;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap in use of another JVM after a collection, asked with the JDK's {@code jcmd}. */
final class HeapUsage {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private final long pid;

    HeapUsage(long pid) {
        this.pid = pid;
    }

    /** In KiB. */
    long kib() throws IOException, InterruptedException {
        ask("GC.run");
        String answer = ask("GC.heap_info");
        Matcher used = USED.matcher(answer);
        if (!used.find()) {
            throw new IllegalStateException("jcmd " + pid + " GC.heap_info must say what is used but said " + answer);
        }
        return Long.parseLong(used.group(1));
    }

    private String ask(String command) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(jcmd.toString(), String.valueOf(pid), command)
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return answer;
    }
}
