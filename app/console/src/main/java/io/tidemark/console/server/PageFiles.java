package io.tidemark.console.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.web.server.Anyone;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of the pages, which the build puts beside this class: {@code files.txt} lists them. Every path that is no file and no API is the one page,
 * which finds out itself what its URL shows.
 */
final class PageFiles {
    private static final String FOLDER = "/io/tidemark/console/pages/";
    private static final String LIST = "files.txt";
    private static final String PAGE = "index.html";

    /** The names of the other files hold a hash of their content. */
    private static final String FOR_EVER = "public, max-age=31536000, immutable";

    /** Nothing from elsewhere and nothing inline; a chart is exported by an image of the page's own data. */
    private static final String POLICY =
            "default-src 'self'; img-src 'self' data: blob:; worker-src 'self'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'none'; object-src 'none'";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "txt", "text/plain; charset=utf-8");

    /** Of a worker, whose script states what it may reach: the API of this server. */
    private static final String WORKER_POLICY = "default-src 'none'; connect-src 'self'";

    private static final String NO_PAGES = """
            <!doctype html><html lang="en"><title>Tidemark console</title>
            <h1>This build has no pages</h1>
            <p>npm was not found when it was built. Install Node.js 20 or newer with npm, and build again. The API is at /api/v1/openapi.yaml.</p>
            """;

    private final Map<String, byte[]> files;

    private PageFiles(Map<String, byte[]> files) {
        this.files = files;
    }

    /** Those of this build; none where it was built without npm. */
    static PageFiles ofBuild() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        byte @Nullable [] list = read(LIST);
        if (list != null) {
            new String(list, StandardCharsets.UTF_8)
                    .lines()
                    .filter(name -> !name.isBlank())
                    .forEach(name -> {
                        byte @Nullable [] content = read(name);
                        if (content == null) {
                            throw new IllegalStateException(FOLDER + LIST + " names " + name + ", which is not there");
                        }
                        files.put(name, content);
                    });
        }
        return new PageFiles(files);
    }

    private static byte @Nullable [] read(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(FOLDER + name + " cannot be read", e);
        }
    }

    void addTo(RoutesConfig routes) {
        routes.get("/", this::page, Anyone.ANYONE);
        routes.get("/<path>", this::file, Anyone.ANYONE);
    }

    private void file(Context request) {
        byte @Nullable [] content = files.get(request.pathParam("path"));
        if (content == null || request.pathParam("path").equals(PAGE)) {
            page(request);
            return;
        }
        String name = request.pathParam("path");
        String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
        if (name.endsWith(".js")) {
            request.header("Content-Security-Policy", WORKER_POLICY);
        }
        request.header("Cache-Control", FOR_EVER).contentType(type).result(content);
    }

    private void page(Context request) {
        byte @Nullable [] content = files.get(PAGE);
        request.header("Content-Security-Policy", POLICY)
                .header("Cache-Control", "no-cache")
                .contentType("text/html; charset=utf-8");
        if (content == null) {
            request.status(503).result(NO_PAGES);
        } else {
            request.result(content);
        }
    }
}
