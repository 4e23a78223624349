package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.console.server.ConsoleServer;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.fixtures.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium without a window. Where it is missing, or the pages were not built, a test is skipped and says so. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path PICTURES = Path.of("target", "pictures");
    private static final Path DOCS = RepositoryFiles.path("docs/images");
    private static final int MAX_DOCS_BYTES = 150_000;
    private static final Path AXE = Path.of("frontend", "node_modules", "axe-core", "axe.min.js");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_TABS = 200;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start() {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "pages are not tried in a browser: " + CHROMIUM + " and " + DRIVER
                        + " are missing (apt-get install chromium chromium-driver)");
        assumeTrue(
                ConsoleServer.class.getResource("/io/tidemark/console/pages/index.html") != null,
                "pages are not tried in a browser: this build has none, because npm was not found");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toString());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1440,1000");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .withTimeout(PATIENCE)
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        return new Browser(driver);
    }

    void open(String url) {
        driver.get(url);
    }

    /** Opens a page in a tab of its own and goes there. */
    void openTab(String url) {
        driver.switchTo().newWindow(WindowType.TAB);
        driver.get(url);
    }

    int tabs() {
        return driver.getWindowHandles().size();
    }

    /** Goes to a tab, counted from 0 by opening. */
    void goToTab(int number) {
        driver.switchTo().window(List.copyOf(driver.getWindowHandles()).get(number));
    }

    /** Closes all tabs but the first. */
    void closeTabs() {
        while (tabs() > 1) {
            goToTab(tabs() - 1);
            driver.close();
        }
        goToTab(0);
    }

    /** Writes into the one field of a form and sends it. */
    void submit(String text) {
        driver.findElement(By.cssSelector("form input")).sendKeys(text, Keys.ENTER);
    }

    /** Clicks what a selector finds. */
    void click(String selector) {
        driver.findElement(By.cssSelector(selector)).click();
    }

    String url() {
        return String.valueOf(driver.getCurrentUrl());
    }

    /** Bytes of the page's objects that are in use, after the collector has run. */
    long heapBytes() {
        driver.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
        Map<String, Object> usage = driver.executeCdpCommand("Runtime.getHeapUsage", Map.of());
        return ((Number) Objects.requireNonNull(usage.get("usedSize"))).longValue();
    }

    /** Closes what is open, and forgets what the browser complained about. */
    void leave() {
        driver.get("about:blank");
        complaints();
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Without movement, so that a picture shows no state between two. */
    void dark(boolean dark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        Map<String, String> motion = Map.of("name", "prefers-reduced-motion", "value", "reduce");
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme, motion)));
    }

    /** Of every page that is opened from now on. */
    void clockIsOffBy(Duration ahead) {
        driver.executeCdpCommand(
                "Page.addScriptToEvaluateOnNewDocument",
                Map.of(
                        "source",
                        "{ const now = Date.now; Date.now = () => now.call(Date) + " + ahead.toMillis() + "; }"));
    }

    /** Of every page that is opened from now on: its clock is the server's, and no time passes on it. */
    void timeStands() {
        driver.executeCdpCommand(
                "Page.addScriptToEvaluateOnNewDocument", Map.of("source", "performance.now = () => 0;"));
    }

    /** Widths of a text in the page's fonts, which tell whether two machines have the same ones. */
    String fontWidths() {
        return String.valueOf(script("""
                const pen = document.createElement('canvas').getContext('2d');
                const pages = getComputedStyle(document.body).fontFamily;
                return ['13px ' + pages, '600 20px ' + pages, '13px monospace', '12px system-ui'].map(font => {
                    pen.font = font;
                    return pen.measureText('Tidemark 0123456789: ttft p95 < 250 ms').width.toFixed(2);
                }).join(' ');"""));
    }

    /** What the window shows now. */
    byte[] screenshot() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    /** Waits until the page shows all of the texts. */
    void awaitText(String... texts) {
        awaitText(PATIENCE, texts);
    }

    void awaitText(Duration patience, String... texts) {
        Await.until(
                () -> List.of(texts).stream().allMatch(this::shows),
                patience,
                () -> "the page should show " + List.of(texts) + " but shows: " + text() + "\n" + complaints());
    }

    boolean shows(String wanted) {
        try {
            return text().contains(wanted);
        } catch (WebDriverException e) {
            // The page is drawn anew just now.
            return false;
        }
    }

    /** Presses keys, which go to the element that has the focus. */
    void type(CharSequence keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Writes a text instead of what the field that has the focus holds. */
    void overwrite(String text) {
        new Actions(driver)
                .keyDown(Keys.CONTROL)
                .sendKeys("a")
                .keyUp(Keys.CONTROL)
                .sendKeys(text)
                .perform();
    }

    /** Goes on by the Tab key until a script says of the element that has the focus, {@code one}, that it is the one. */
    void tabTo(String isWanted) {
        for (int i = 0; i < MOST_TABS; i++) {
            if (Boolean.TRUE.equals(script("const one = document.activeElement; return " + isWanted))) {
                return;
            }
            type(Keys.TAB);
        }
        throw new AssertionError("no element that the Tab key reaches satisfies " + isWanted + ": " + text());
    }

    /**
     * The newest window that the charts of the page drew.
     *
     * @param endMillis its end, milliseconds since the epoch; 0 before the first
     * @param drawnMillis when it was drawn, by the clock of this machine
     */
    record DrawnWindow(long endMillis, double drawnMillis) {}

    DrawnWindow newestWindow() {
        List<?> newest = (List<?>) script("""
                const drawn = performance.getEntriesByName('tidemark-window-drawn')[0];
                return drawn ? [drawn.detail, performance.timeOrigin + drawn.startTime] : [0, 0];""");
        return new DrawnWindow(((Number) newest.get(0)).longValue(), ((Number) newest.get(1)).doubleValue());
    }

    /** Runs a script again and again until it returns true. */
    void awaitScript(String script) {
        Await.until(
                () -> Boolean.TRUE.equals(script(script)),
                PATIENCE,
                () -> "the page should satisfy " + script + " but shows: " + text() + "\n" + complaints());
    }

    Object script(String script) {
        return Objects.requireNonNullElse(((JavascriptExecutor) driver).executeScript(script), "");
    }

    /** What the browser complained about since it was last asked. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }

    /** Violations of the rules for people who read pages by other means, with the elements that break them. */
    @SuppressWarnings("unchecked") // what the script returns
    List<String> accessibilityViolations() {
        script(axe());
        Object found = driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                axe.run(document, {resultTypes: ['violations']}).then(
                    r => done(r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + v.help + ': ' + n.html.slice(0, 200)
                        + ' ' + n.failureSummary.slice(0, 300)))),
                    e => done(['axe failed: ' + e]));""");
        return new ArrayList<>((List<String>) Objects.requireNonNull(found));
    }

    private static String axe() {
        try {
            return Files.readString(AXE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Pixels by which the page is wider than the window. */
    long overflow() {
        return ((Number) script("return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .longValue();
    }

    /** A picture to look at, of the whole page: target/pictures/NAME.png. */
    void picture(String name) {
        try {
            Files.createDirectories(PICTURES);
            Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A picture of the documentation, written anew with {@code -Dtidemark.docs.write=true}. */
    void docsPicture(String name) {
        if (!Boolean.getBoolean("tidemark.docs.write")) {
            return;
        }
        byte[] png = driver.getScreenshotAs(OutputType.BYTES);
        assertThat(png.length).as("bytes of " + name + ".png").isLessThan(MAX_DOCS_BYTES);
        try {
            Files.write(DOCS.resolve(name + ".png"), png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void requireNoComplaints(String page) {
        assertThat(complaints())
                .as("%s: what the browser complains about", page)
                .isEmpty();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
