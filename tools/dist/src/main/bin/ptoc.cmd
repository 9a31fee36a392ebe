@echo off
rem Starts ptoc on Windows: finds a Java 25 without starting one where that is possible, and runs the jar.
rem
rem   PTOC_JAVA_HOME     the JDK to use
rem   PTOC_JAVA_OPTIONS  more options for the Java virtual machine, such as -Xmx8g
rem   PTOC_JAR           the jar to run, lib\ptoc.jar beside this script or beside its directory by default
setlocal EnableExtensions DisableDelayedExpansion

set "FOUND="
if not defined PTOC_JAVA_HOME goto search
call :check "%PTOC_JAVA_HOME%"
if defined FOUND goto jar
>&2 echo ptoc: error: PTOC_JAVA_HOME is "%PTOC_JAVA_HOME%", which is no Java 25 or newer
exit /b 2

:search
if defined JAVA_HOME call :check "%JAVA_HOME%"
if defined FOUND goto jar
for %%P in ("%ProgramFiles%\Java" "%ProgramFiles%\Eclipse Adoptium" "%ProgramFiles%\Microsoft" "%ProgramFiles%\Zulu" "%USERPROFILE%\.jdks" "%USERPROFILE%\scoop\apps") do call :below "%%~P"
if defined FOUND goto jar
set "ONPATH="
for %%J in (java.exe) do set "ONPATH=%%~$PATH:J"
if not defined ONPATH goto none
for %%D in ("%ONPATH%\..\..") do call :check "%%~fD"
if defined FOUND goto jar
rem A java that lies apart from its home is asked for it.
for /f "tokens=1,* delims==" %%A in ('""%ONPATH%" -XshowSettings:properties -version 2>&1"') do call :home "%%A" "%%B"
if defined FOUND goto jar

:none
>&2 echo ptoc: error: no Java 25 or newer found; looked in PTOC_JAVA_HOME, JAVA_HOME, Java, Eclipse Adoptium, Microsoft and Zulu below "%ProgramFiles%", .jdks and scoop below "%USERPROFILE%", and PATH
exit /b 2

:jar
set "JAR=%PTOC_JAR%"
if not defined JAR if exist "%~dp0lib\ptoc.jar" set "JAR=%~dp0lib\ptoc.jar"
if not defined JAR for %%D in ("%~dp0..") do set "JAR=%%~fD\lib\ptoc.jar"
if exist "%JAR%" goto options
>&2 echo ptoc: error: "%JAR%" is missing
exit /b 2

rem Short runs gain nothing from the optimising compiler; an emulation does, and from the vectors of the virtual machine.
:options
set "TIERS=-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=4"
rem Generated loops are hot from the start, and vectors are slow until they are compiled.
set "SOON=-XX:CompileCommand=CompileThresholdScaling,org.ptoc.emulator.jit."
set "SOON=-XX:CompileCommand=quiet %SOON%LoopCompiler$Loop*::*,0.0002 %SOON%loop.Staging::*,0.0002"
if "%~1"=="lsp" set "TIERS=-XX:TieredStopAtLevel=4 -XX:CompileThresholdScaling=4"
for %%C in (run debug compare sweep tune serve) do if "%~1"=="%%C" set "TIERS=-XX:TieredStopAtLevel=4 -XX:CompileThresholdScaling=4 -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockExperimentalVMOptions -XX:+EnableVectorSupport %SOON%"
"%FOUND%\bin\java.exe" -XX:+UseSerialGC -XX:-UsePerfData %TIERS% -Xlog:disable -Xlog:all=error,cds*=off,aot*=off:stderr %PTOC_JAVA_OPTIONS% -jar "%JAR%" %*
exit /b %ERRORLEVEL%

rem Every directory below %1 that is a Java home, and every current version of a package manager.
:below
if not exist "%~1\" exit /b 0
for /d %%H in ("%~1\*") do call :check "%%~fH"
for /d %%H in ("%~1\*jdk*") do call :check "%%~fH\current"
exit /b 0

rem A line of the settings of a java: "    java.home = C:\..." without the sign in the middle.
:home
for /f "tokens=1" %%N in ("%~1") do if not "%%N"=="java.home" exit /b 0
for /f "tokens=*" %%V in ("%~2") do call :check "%%V"
exit /b 0

rem Sets FOUND to %1 when that is a Java home of version 25 or newer, by its release file.
:check
if defined FOUND exit /b 0
if not exist "%~1\bin\java.exe" exit /b 0
if not exist "%~1\release" exit /b 0
set "VERSION="
for /f "usebackq tokens=1,2 delims==" %%A in ("%~1\release") do if "%%A"=="JAVA_VERSION" set "VERSION=%%~B"
if not defined VERSION exit /b 0
set "MAJOR="
for /f "tokens=1 delims=.-+_" %%M in ("%VERSION%") do set "MAJOR=%%M"
if not defined MAJOR exit /b 0
rem 1.8 is Java 8. What is no number is as good as 0.
set /a MAJOR=MAJOR 2>nul
if %MAJOR% GEQ 25 set "FOUND=%~1"
exit /b 0
